import { statSync } from 'node:fs'
import { createEnvelope, type Envelope, type EnvelopePlace, loadKeyRing, type Sealed } from '@portico/server'

/** An envelope whose ring is the one of the file, whenever it is used. */
export type LiveEnvelope = {
  seal(call: { value: Uint8Array; place: EnvelopePlace }): Promise<Sealed>
  /** @throws {EnvelopeError} */
  open(call: Sealed & { place: EnvelopePlace }): Promise<Uint8Array>
  /** @throws {EnvelopeError} */
  rewrap(call: Sealed & { place: EnvelopePlace }): Promise<Sealed>
  primary(): Promise<string>
}

/**
 * Opens the ring of a file and follows it: the file is looked at before every use, so that nothing is written under a key
 * that was replaced, and what another process has written under a new one opens at once.
 *
 * @throws {SecretFileError}
 */
export async function createLiveEnvelope({
  file,
  create,
}: {
  file: string
  create: boolean
}): Promise<LiveEnvelope> {
  let envelope = createEnvelope({ ring: await loadKeyRing({ file, create }) })
  let seen = stampOf(file)
  async function current(): Promise<Envelope> {
    const stamp = stampOf(file)
    // A file that is gone for a moment changes nothing: what was read still opens what it opened.
    if (stamp !== undefined && stamp !== seen) {
      envelope = createEnvelope({ ring: await loadKeyRing({ file, create: false }) })
      seen = stamp
    }
    return envelope
  }
  return {
    seal: async (call) => (await current()).seal(call),
    open: async (call) => (await current()).open(call),
    rewrap: async (call) => (await current()).rewrap(call),
    primary: async () => (await current()).primary,
  }
}

function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat && `${stat.ino} ${stat.mtimeNs} ${stat.size}`
}
