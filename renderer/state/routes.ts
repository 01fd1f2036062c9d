import { navigate } from 'wouter/use-hash-location'

/** Addresses of the window; they stand behind the "#", so they work from a file, a server and a custom protocol. */
export const chatPath = (id?: string): string => (id === undefined ? '/chat' : `/chat/${encodeURIComponent(id)}`)
export const filePath = (path?: string): string => (path === undefined ? '/memory' : `/memory/${encodeURIComponent(path)}`)
export const pointPath = (commit?: string): string => (commit === undefined ? '/timeline' : `/timeline/${encodeURIComponent(commit)}`)
export const SETTINGS = '/settings'

export const openChat = (id?: string): void => navigate(chatPath(id))
export const openFile = (path?: string): void => navigate(filePath(path))
export const openPoint = (commit?: string): void => navigate(pointPath(commit))
