import { i18n } from '@lingui/core'
import { vi } from 'vitest'

// Files share a worker. Each mocks what it needs, so it must not meet modules that another one has loaded, nor the
// globals and the language that another one has left.
vi.resetModules()
vi.unstubAllGlobals()
i18n.loadAndActivate({ locale: 'en', messages: {} })
