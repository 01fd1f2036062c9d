import { parentPort } from 'node:worker_threads'

// Answers once: the self-test checks that a worker starts from the app's location.
parentPort?.postMessage('a worker started')
