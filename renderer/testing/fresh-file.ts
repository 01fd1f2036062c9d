import { i18n } from '@lingui/core'
import { vi } from 'vitest'

// Files share a worker. Each mocks what it needs, so it must not meet modules that another one has loaded, nor the
// globals, the clock and the language that another one has left.
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
i18n.loadAndActivate({ locale: 'en', messages: {} })
