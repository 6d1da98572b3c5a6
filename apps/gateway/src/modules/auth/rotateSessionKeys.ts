import { BaseError } from '@portico/protocol'
import { writeSecretFile } from '@portico/server'
import { createSessionKey, type KeyFile, readKeyFile, type SessionKey, sessionKeyId } from './keyFile.ts'

/** A week, for which sessions are valid, and a day in which the gateways may be restarted after each other. */
const keepSeconds = 8 * 24 * 60 * 60

/**
 * Changes the session keys of a key file in the steps of a rotation without signing anybody out. Gateways read the file at their
 * start. Each function returns the ID of the key that it changed.
 *
 * @example
 * const { add, promote, drop } = rotateSessionKeys({ file: '/etc/portico/keys.json' })
 * const id = await add()
 */
export function rotateSessionKeys({ file, now = Date.now }: { file: string; now?: () => number }): {
  /** Adds a new key, which signs nothing yet. */
  add(): Promise<string>
  /**
   * Makes a key sign; the newest prepared one by default.
   *
   * @throws {BaseError} if there is no such key, or it signs already.
   */
  promote(id?: string): Promise<string>
  /**
   * Removes a key.
   *
   * @param options.force also if sessions that it signed are still valid: they end.
   * @throws {BaseError} if there is no such key, it signs, or it signed valid sessions.
   */
  drop(id: string, options?: { force?: boolean }): Promise<string>
} {
  type Entry = { id: string; key: SessionKey }

  async function open(): Promise<{ content: KeyFile; entries: Entry[] }> {
    const content = readKeyFile(file)
    if (!content)
      throw new BaseError(`The key file ${file} does not exist. \`npm run gateway -- keys init\` creates it.`)
    const entries = await Promise.all(
      content.session.map(async (key) => ({ id: await sessionKeyId(key), key })),
    )
    return { content, entries }
  }

  function save(content: KeyFile, entries: readonly Entry[]): void {
    writeSecretFile({ file, content: { ...content, session: entries.map(({ key }) => key) } })
  }

  function find(entries: readonly Entry[], id: string): Entry {
    const found = entries.find((entry) => entry.id === id)
    if (!found) throw new BaseError(`The key file ${file} has no session key "${id}".`)
    return found
  }

  return {
    async add() {
      const { content, entries } = await open()
      const key: SessionKey = { ...(await createSessionKey()), prepared: true }
      const id = await sessionKeyId(key)
      save(content, [...entries, { id, key }])
      return id
    },
    async promote(id) {
      const { content, entries } = await open()
      const [signing, ...others] = entries
      const chosen = id === undefined ? others.findLast(({ key }) => key.prepared) : find(entries, id)
      if (!chosen)
        throw new BaseError(`The key file ${file} has no prepared key: run \`keys session add\` first.`)
      if (!signing || chosen === signing) throw new BaseError(`The key "${chosen.id}" signs already.`)
      const { prepared: _prepared, signedUntil: _signedUntil, ...key } = chosen.key
      const former = { id: signing.id, key: { ...signing.key, signedUntil: Math.floor(now() / 1000) } }
      save(content, [{ id: chosen.id, key }, former, ...others.filter((entry) => entry !== chosen)])
      return chosen.id
    },
    async drop(id, { force = false } = {}) {
      const { content, entries } = await open()
      const entry = find(entries, id)
      if (entry === entries[0])
        throw new BaseError(`New sessions are signed with the key "${id}": promote another one first.`)
      const { prepared, signedUntil } = entry.key
      if (!prepared && !force) {
        const until = signedUntil === undefined ? undefined : signedUntil + keepSeconds
        if (until === undefined)
          throw new BaseError(
            `The file does not say until when the key "${id}" signed. If that was more than a week ago, add --force.`,
          )
        if (until * 1000 > now())
          throw new BaseError(
            `Sessions signed with the key "${id}" may be valid until ${new Date(until * 1000).toISOString().slice(0, 16)}Z. With --force they end now.`,
          )
      }
      save(
        content,
        entries.filter((one) => one !== entry),
      )
      return id
    },
  }
}
