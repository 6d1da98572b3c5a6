import type { Answer } from '../../shared/upstreams/Answer.ts'
import type { Upstream } from '../../shared/upstreams/Upstream.ts'

const maxUpstreams = 3
const quorum = 2

/** Sends a request to up to three upstreams and returns the answer that two of them give. */
export async function sendToQuorum({
  upstreams,
  ask,
}: {
  upstreams: readonly Upstream[]
  ask: (upstream: Upstream) => Promise<Answer>
}): Promise<Answer> {
  const votes = new Map<string, number>()
  const requests = upstreams.slice(0, maxUpstreams).map((upstream) => ask(upstream))
  return new Promise((resolve, reject) => {
    let pending = requests.length
    for (const request of requests) {
      request.then((answer) => {
        pending--
        if (answer.kind !== 'failure') {
          // Error messages differ between node implementations, so errors agree by code.
          const vote = answer.kind === 'result' ? answer.text : `error ${answer.error.code}`
          const count = (votes.get(vote) ?? 0) + 1
          votes.set(vote, count)
          if (count >= quorum) return resolve(answer)
        }
        if (pending === 0) resolve({ kind: 'failure', reason: 'disagreement' })
      }, reject)
    }
  })
}
