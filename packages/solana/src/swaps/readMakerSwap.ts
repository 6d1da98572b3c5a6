/*
 * The swap of a maker: one transaction in which the account pays the maker, and the maker pays the account. It is proven by writing it
 * anew. Only the blockhash, the amount that the maker pays, and whether the account opens its own token account are read; the
 * transaction passes if everything else is, byte for byte, what would be written here.
 */
import type { SwapAsset, SwapOrder } from '@portico/core'
import { base58 } from '@scure/base'
import { compileMessage } from '../messages/compileMessage.ts'
import type { Instruction } from '../messages/Instruction.ts'
import { instructions } from '../messages/instructions.ts'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import { base58Bytes, isSameBytes } from '../parsing/bytes.ts'
import type { SwapMints } from './SwapMints.ts'

const signatureBytes = 64
const keyBytes = 32
/** Where the number of accounts is in a message, and where they begin. */
const countOffset = 3
const keysOffset = 4

/** What a maker's transaction does. */
export interface MakerSwap {
  message: Uint8Array
  /** What the account gets, in base units. */
  receives: bigint
  /** Whether the account opens its own token account. */
  opensAccount: boolean
}

/** Reads a maker's transaction. Returns undefined if it is anything else than the swap that was ordered. */
export async function readMakerSwap({
  wire,
  order: { account, from, to, amount, minimum },
  mints,
  maker,
}: {
  wire: Uint8Array
  order: SwapOrder
  mints: SwapMints
  maker: string
}): Promise<MakerSwap | undefined> {
  const start = 1 + 2 * signatureBytes
  const message = wire.slice(start)
  // The account signs first, the maker has signed second.
  if (wire[0] !== 2 || wire.slice(1, 1 + signatureBytes).some((byte) => byte !== 0)) return undefined
  if (!wire.slice(1 + signatureBytes, start).some((byte) => byte !== 0)) return undefined
  if (!base58Bytes(maker, keyBytes) || maker === account || minimum <= 0n) return undefined

  const pay = async (
    asset: SwapAsset,
    payer: string,
    payee: string,
    units: bigint,
  ): Promise<{ instruction: Instruction; destination: string }> => {
    const { token: mint, decimals } = asset
    const program = (asset === from ? mints.from : mints.to)?.program
    if (mint === undefined || program === undefined)
      return {
        instruction: instructions.sendCoin({ from: payer, to: payee, amount: units }),
        destination: payee,
      }
    const [source, destination] = await Promise.all([
      tokenAccountAddress({ owner: payer, mint, program }),
      tokenAccountAddress({ owner: payee, mint, program }),
    ])
    const of = { program, mint, decimals, source, destination, owner: payer, amount: units }
    return { instruction: instructions.sendToken(of), destination }
  }
  const paid = await pay(from, account, maker, amount)
  const write = async (receives: bigint, blockhash: string, opensAccount: boolean): Promise<Uint8Array> => {
    const received = await pay(to, maker, account, receives)
    const opening =
      opensAccount && to.token !== undefined && mints.to
        ? [
            instructions.openTokenAccount({
              ...{ payer: account, account: received.destination, owner: account },
              ...{ mint: to.token, program: mints.to.program },
            }),
          ]
        : []
    return compileMessage({
      payer: account,
      instructions: [...opening, paid.instruction, received.instruction],
      blockhash,
    })
  }

  const offset = keysOffset + keyBytes * (message[countOffset] ?? 0)
  const blockhash = base58.encode(message.slice(offset, offset + keyBytes))
  // The amount of the last instruction: at its end for the coin, before the decimals for a token.
  const end = message.length - (to.token === undefined ? 0 : 1)
  if (offset + keyBytes > end - 8 || !base58Bytes(blockhash, keyBytes)) return undefined
  const receives = new DataView(message.buffer, end - 8, 8).getBigUint64(0, true)
  if (receives < minimum) return undefined
  for (const opensAccount of to.token === undefined ? [false] : [false, true])
    if (isSameBytes(await write(receives, blockhash, opensAccount), message))
      return { message, receives, opensAccount }
  return undefined
}
