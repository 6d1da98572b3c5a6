import type { Rpc } from '../chains/createRpc.ts'

/** The account whose code says which seed a chain was made from, so that the note and the state cannot part. */
const address = '0x0000000000000000000000000000706f72746963'
const prefix = 'portico-devnet'

/** What a chain says about its seed. */
export interface Marker {
  chainId: number
  fingerprint: string
}

/** Writes the note; part of seeding. */
export async function writeMarker({ rpc, marker }: { rpc: Rpc; marker: Marker }): Promise<void> {
  const text = `${prefix}:${marker.chainId}:${marker.fingerprint}`
  await rpc('anvil_setCode', [address, `0x${Buffer.from(text).toString('hex')}`])
}

/** Reads the note; undefined on a chain that was not seeded here. */
export async function readMarker({ rpc }: { rpc: Rpc }): Promise<Marker | undefined> {
  const code = await rpc<string>('eth_getCode', [address, 'latest'])
  const [name, chainId, fingerprint] = Buffer.from(code.slice(2), 'hex').toString().split(':')
  return name === prefix && fingerprint ? { chainId: Number(chainId), fingerprint } : undefined
}
