import { devnetManifest } from '../manifest.ts'
import type { Target } from './createStepBuilder.ts'

const { chains, farcaster } = devnetManifest
const { contracts, tokens } = chains[0]

function token(symbol: string): Target {
  const found = tokens.find((entry) => entry.symbol === symbol)
  if (!found) throw new Error(`${symbol} is not in the manifest.`)
  return { contract: 'DevToken', address: found.address }
}

/** The contracts that the steps call. Both chains have them at the same addresses, except the registries of Local One. */
export const targets = {
  dusd: token('DUSD'),
  mrbl: token('MRBL'),
  tlly: token('TLLY'),
  arches: { contract: 'Arches', address: contracts.arches },
  keystones: { contract: 'Keystones', address: contracts.keystones },
  exchange: { contract: 'Exchange', address: contracts.exchange },
  closedGate: { contract: 'ClosedGate', address: contracts.closedGate },
  guestbook: { contract: 'Guestbook', address: contracts.guestbook },
  factory: { contract: 'SmartWalletFactory', address: contracts.smartWalletFactory },
  idRegistry: { contract: 'IdRegistry', address: farcaster.idRegistry },
  keyRegistry: { contract: 'KeyRegistry', address: farcaster.keyRegistry },
  smartWallet: { contract: 'SmartWallet', address: contracts.smartWallet },
} satisfies Record<string, Target>

/** The exchange's placeholder for the native coin. */
export const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
