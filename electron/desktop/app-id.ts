/** The app's identity for the system: as in build/electron-builder.config.ts, and of the installed desktop file on Linux. */
export const APP_ID = 'app.variorum.Variorum'
