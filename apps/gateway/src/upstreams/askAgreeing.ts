import type { Upstream } from './createUpstream.ts'
import type { Answer } from './readAnswer.ts'

const asked = 3
const needed = 2

/** Asks three nodes, or both of two, and answers what two of them say. */
export async function askAgreeing({
  upstreams,
  ask,
}: {
  upstreams: readonly Upstream[]
  ask: (upstream: Upstream) => Promise<Answer>
}): Promise<Answer> {
  const votes = new Map<string, number>()
  const open = upstreams.slice(0, asked).map((upstream) => ask(upstream))
  return new Promise((resolve, reject) => {
    let left = open.length
    for (const answer of open) {
      answer.then((given) => {
        left--
        if (given.kind !== 'failure') {
          const said = given.kind === 'result' ? given.text : `error ${given.error.code}`
          const count = (votes.get(said) ?? 0) + 1
          votes.set(said, count)
          if (count >= needed) return resolve(given)
        }
        if (left === 0) resolve({ kind: 'failure', reason: 'disagreement' })
      }, reject)
    }
  })
}
