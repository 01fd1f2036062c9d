import { lazyView } from '../ui/lazy-view.tsx'

/** The views that App shows, each loaded on demand. The chat is not among them: it opens first. */
export const MemoryView = lazyView(async () => (await import('../memory/MemoryView.tsx')).MemoryView)
export const PastView = lazyView(async () => (await import('../memory/PastView.tsx')).PastView)
export const TimelineView = lazyView(async () => (await import('../timeline/TimelineView.tsx')).TimelineView)
export const ReviewView = lazyView(async () => (await import('../review/ReviewView.tsx')).ReviewView)
export const UpkeepView = lazyView(async () => (await import('../upkeep/UpkeepView.tsx')).UpkeepView)
export const BisectView = lazyView(async () => (await import('../timeline/BisectView.tsx')).BisectView)
export const JobsView = lazyView(async () => (await import('../jobs/JobsView.tsx')).JobsView)
export const PoliciesView = lazyView(async () => (await import('../policies/PoliciesView.tsx')).PoliciesView)
export const SettingsView = lazyView(async () => (await import('../settings/SettingsView.tsx')).SettingsView)
export const StoreSheets = lazyView(async () => (await import('../stores/StoreSheets.tsx')).StoreSheets)
export const BringInSheet = lazyView(async () => (await import('../memory/BringInSheet.tsx')).BringInSheet)
export const AllKeys = lazyView(async () => (await import('./AllKeys.tsx')).AllKeys)
export const FirstRun = lazyView(async () => (await import('../first-run/FirstRun.tsx')).FirstRun)
export const Palette = lazyView(async () => (await import('../palette/Palette.tsx')).Palette)
