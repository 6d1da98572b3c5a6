import { scriptUrl } from '../ui/scriptUrl.ts'
import type { SolveWork } from './SolveWork.ts'
import workerUrl from './workSolver.entry.ts?worker&url'

/** Solves a challenge in a worker of its own. */
export const solveInWorker: SolveWork = (task) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'work' })
    worker.onmessage = ({ data }) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => {
      worker.terminate()
      reject(new Error('The wallet’s worker could not start: reload the page.'))
    }
    worker.postMessage(task)
  })
