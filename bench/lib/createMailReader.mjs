import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Reads links and codes from the local inbox, each once, oldest first.
 *
 * @param {string} mailUrl URL of the inbox
 * @returns {{ approved: string[], link: (to: string) => Promise<string>, code: (to: string) => Promise<string> }} waits
 * up to
 *   a minute; the caller adds used links to `approved`, as in the browser tests
 */
export function createMailReader(mailUrl) {
  const seen = new Set()
  async function next(to, pattern) {
    const end = Date.now() + 60_000
    while (Date.now() < end) {
      const answer = await fetch(`${mailUrl}/api/messages?to=${encodeURIComponent(to)}`)
      for (const { id, text } of (await answer.json()).reverse()) {
        const found = seen.has(id) ? undefined : pattern.exec(text)?.[0]
        if (found === undefined) continue
        seen.add(id)
        return found
      }
      await sleep(20)
    }
    throw new Error(`No mail with ${pattern} came to ${to}.`)
  }
  return {
    approved: [],
    link: (to) => next(to, /https?:\/\/\S+\/device#\S+/),
    code: (to) => next(to, /^[0-9A-HJKMNP-TV-Z]{6}(?=\r?$)/m),
  }
}
