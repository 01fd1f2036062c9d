/**
 * The one place that knows which door this page came through: a real WebSocket in the browser, Electron's
 * messages in the shape of one on the desktop.
 */
declare global {
  interface Window {
    readonly variorum?: { connect(): typeof WebSocket }
  }
}

export const onDesktop = window.variorum !== undefined

export const WireSocket: typeof WebSocket = window.variorum?.connect() ?? WebSocket

export function wireUrl(): string {
  if (onDesktop) return 'ws://variorum/api'
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api`
}

/** Shortcuts are printed for this system. */
export const os: 'mac' | 'win' | 'linux' = /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : /win/i.test(navigator.platform) ? 'win' : 'linux'
