import { Menu, type MenuItemConstructorOptions } from 'electron'

/** The system's own menus: editing, the window, and on macOS the app's. What the app itself does is in the page. */
export function setMenu(): void {
  const application: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  Menu.setApplicationMenu(Menu.buildFromTemplate([...application, { role: 'fileMenu' }, { role: 'editMenu' }, { label: 'View', submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { type: 'separator' }, { role: 'togglefullscreen' }] }, { role: 'windowMenu' }]))
}
