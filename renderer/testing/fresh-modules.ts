import { vi } from 'vitest'

// Each file mocks what it needs, so it must not meet modules that another file of the same worker has loaded.
vi.resetModules()
