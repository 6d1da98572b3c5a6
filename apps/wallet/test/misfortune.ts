import { readFileSync } from 'node:fs'

// Loaded into a server before its program: at SIGHUP it fails from the inside, in the way and with the words that the file
// named by MISFORTUNE says, as a bug would that has its hands full of secrets.
process.on('SIGHUP', () => {
  const { way, words } = JSON.parse(readFileSync(process.env.MISFORTUNE as string, 'utf8')) as {
    way: 'throw' | 'reject' | 'heap' | 'text'
    words: string[]
  }
  const all = words.join(' ')
  if (way === 'text') throw all
  if (way === 'heap') for (const held: string[] = []; ; ) held.push(`${all} ${held.length}`.repeat(2))
  const cause = new TypeError(`no ${all}`, { cause: all })
  // As HTTP clients, mailers and databases do: what was asked hangs on the error.
  const error = Object.assign(
    new AggregateError([cause, ...words], `cannot ${all}\n    at ${all} (file:1:1)`, { cause }),
    {
      config: { headers: { authorization: all }, body: words },
      response: all,
      detail: all,
      input: new URL(`smtp://user:${encodeURIComponent(all)}@host`),
    },
  )
  if (way === 'reject') void Promise.reject(error)
  else throw error
})
