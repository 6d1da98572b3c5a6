import { scriptUrl } from './scriptUrl.ts'

/**
 * Returns a function that runs each task in a worker of its own, and ends the worker whatever comes of it, so that no secret
 * stays in its memory. The worker's file is served with a policy that allows no network access.
 *
 * @param parameters.url of the worker's script; it answers `{ value }` or `{ failure }`
 * @param parameters.toError returns the error of a failure; of none, if the worker did not run
 */
export function runInWorker<task, value, failure>({
  url,
  name,
  toError,
}: {
  url: string
  name: string
  toError(failure?: failure): Error
}): (task: task) => Promise<value> {
  return (task) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(scriptUrl(url), { type: 'module', name })
      worker.onmessage = ({ data }) => {
        worker.terminate()
        if (data.value) resolve(data.value)
        else reject(toError(data.failure))
      }
      worker.onerror = () => {
        worker.terminate()
        reject(toError())
      }
      worker.postMessage(task)
    })
}
