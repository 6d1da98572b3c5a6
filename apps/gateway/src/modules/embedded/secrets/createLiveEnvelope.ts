import { statSync } from 'node:fs'
import { createEnvelope, type Envelope, type EnvelopePlace, loadKeyRing, type Sealed } from '@portico/server'

/** An envelope that always uses the current key ring of a file. */
export type LiveEnvelope = {
  seal(call: { value: Uint8Array; place: EnvelopePlace }): Promise<Sealed>
  /** @throws {EnvelopeError} */
  open(call: Sealed & { place: EnvelopePlace }): Promise<Uint8Array>
  /** @throws {EnvelopeError} */
  rewrap(call: Sealed & { place: EnvelopePlace }): Promise<Sealed>
  primary(): Promise<string>
}

/**
 * Creates an envelope that checks its key ring file for changes before every use, so that it never encrypts with a
 * replaced key and can decrypt what another process encrypted with a new one.
 *
 * @param create whether to create the file if it does not exist.
 * @throws {SecretFileError} if the file cannot be used.
 */
export async function createLiveEnvelope({
  file,
  create,
}: {
  file: string
  create: boolean
}): Promise<LiveEnvelope> {
  let envelope = createEnvelope({
    ring: await loadKeyRing({ file, create, command: 'npm run gateway -- keys wallet' }),
  })
  let loadedVersion = versionOf(file)
  async function current(): Promise<Envelope> {
    const version = versionOf(file)
    // If the file is missing for a moment, keep using the loaded ring.
    if (version !== undefined && version !== loadedVersion) {
      envelope = createEnvelope({ ring: await loadKeyRing({ file, create: false }) })
      loadedVersion = version
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

function versionOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat && `${stat.ino} ${stat.mtimeNs} ${stat.size}`
}
