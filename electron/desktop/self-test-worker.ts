import { parentPort } from 'node:worker_threads'

// Answers once: the self-test asks whether a worker starts from where the app lies.
parentPort?.postMessage('a worker started')
