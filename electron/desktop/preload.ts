import { ipcRenderer } from 'electron'

// The page says it is listening; the main side answers with one end of a message port, which is passed to the page.
// Nothing else crosses: no function of Electron or Node is exposed.

const LISTENING = 'variorum:listening'
const WIRE = 'variorum:wire'

window.addEventListener('message', ({ data, source, origin }) => {
  if (source === window && origin === location.origin && data === LISTENING) ipcRenderer.send(LISTENING)
})
ipcRenderer.on(WIRE, ({ ports }) => window.postMessage(WIRE, location.origin, [...ports]))
