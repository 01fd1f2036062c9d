declare const VARIORUM_VERSION: string | undefined

/** The version in package.json, inserted by the build; sources that run unbuilt have none. */
export const VERSION = typeof VARIORUM_VERSION === 'string' ? VARIORUM_VERSION : '0.0.0'
