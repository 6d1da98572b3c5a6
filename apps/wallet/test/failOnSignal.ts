import { readFileSync } from 'node:fs'

// Preloaded into a server: on SIGHUP the process fails as a bug would that has secrets at hand. The JSON file named by
// FAILURE_PLAN says how it fails, and which words the error contains.
process.on('SIGHUP', () => {
  const { failure, words } = JSON.parse(readFileSync(process.env.FAILURE_PLAN as string, 'utf8')) as {
    failure: 'throw' | 'reject' | 'heap' | 'text'
    words: string[]
  }
  const all = words.join(' ')
  if (failure === 'text') throw all
  if (failure === 'heap') for (const texts: string[] = []; ; ) texts.push(`${all} ${texts.length}`.repeat(2))
  const cause = new TypeError(`no ${all}`, { cause: all })
  // HTTP clients, mailers and database drivers attach the request to the error.
  const error = Object.assign(
    new AggregateError([cause, ...words], `cannot ${all}\n    at ${all} (file:1:1)`, { cause }),
    {
      config: { headers: { authorization: all }, body: words },
      response: all,
      detail: all,
      input: new URL(`smtp://user:${encodeURIComponent(all)}@host`),
    },
  )
  if (failure === 'reject') void Promise.reject(error)
  else throw error
})
