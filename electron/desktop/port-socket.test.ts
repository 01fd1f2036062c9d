import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { PortSocket } from './port-socket.ts'

class Port extends EventEmitter {
  readonly sent: unknown[] = []
  start(): void {}
  postMessage(data: unknown): void {
    this.sent.push(data)
  }
  close(): void {
    this.emit('close')
  }
}

test('a port is a socket of ws, without an address: it sends, receives and closes, and connects nowhere', () => {
  const port = new Port()
  const socket = new PortSocket(port)
  const heard: unknown[] = []
  socket.on('message', (data, isBinary) => heard.push([String(data), isBinary]))
  socket.on('close', (code) => heard.push(code))
  expect(socket).toBeInstanceOf(WebSocket)
  expect([socket.readyState, socket.url, socket.protocol]).toEqual([WebSocket.OPEN, undefined, ''])
  port.emit('message', { data: 'text' })
  port.emit('message', { data: { not: 'text' } })
  socket.send('an answer')
  socket.close()
  socket.send('too late')
  expect(heard).toEqual([['text', false], 1000])
  expect(port.sent).toEqual(['an answer'])
  expect(socket.readyState).toBe(WebSocket.CLOSED)
})
