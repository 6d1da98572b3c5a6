import { ed25519 } from '@noble/curves/ed25519.js'
import { hex } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { Ledger } from '../ledger/createLedger.ts'
import { localSolana } from '../localSolana.ts'
import { readTokenAccount } from '../parse/readTokenAccount.ts'
import { associatedAddress, instructions } from '../seed/instructions.ts'
import { signTransaction } from '../seed/signTransaction.ts'
import { solanaDollars } from '../solanaDollars.ts'

const [, , faucet] = localSolana.accounts
const [dollar] = localSolana.tokens
const native = 'native'
/** Base units of a dollar. */
const oneDollar = 10n ** BigInt(dollar.decimals)
const coinUnits = 10n ** BigInt(localSolana.coin.decimals)
/** What the maker keeps, in thousandths. */
const spread = 3n
/** It sells no more at once: a million SOL. */
const mostCoins = 1_000_000n * coinUnits

/** What somebody wants to swap. `from` and `to` are mints, or `native`. */
export interface MakerQuery {
  from: string
  to: string
  amount: bigint
}

/** Swaps the coin for Dev Dollars and back, at its price less 0.3 percent. */
export interface Maker {
  address: string
  /** Sets its price of a coin, in whole dollars, until the node stops. At first it is the local price. */
  setPrice(dollars: bigint): void
  /** Returns what it pays for an amount, in base units; undefined if it does not trade this. */
  quote(query: MakerQuery): bigint | undefined
  /**
   * Writes the transaction of a swap and signs it for the maker. The account signs and sends it.
   *
   * @returns the serialized transaction; undefined if the maker does not trade this
   */
  sign(query: MakerQuery & { account: string }): Promise<Uint8Array | undefined>
}

/** Creates the maker: the faucet, which also creates the Dev Dollars that it pays. */
export function createMaker(ledger: Ledger): Maker {
  const { clock } = ledger
  const maker = faucet.address
  const tokenAccountOf = (owner: string) => associatedAddress(owner, dollar.mint, dollar.program)

  /** Opens the maker's account and fills it, so that it can pay. */
  async function stock(needed: bigint): Promise<void> {
    const own = await tokenAccountOf(maker)
    const held = readTokenAccount(ledger.account(own)?.data ?? new Uint8Array())?.amount
    if (held !== undefined && held >= needed) return
    const read = signTransaction({
      payer: maker,
      instructions: [
        await instructions.openTokenAccount(maker, maker, dollar.mint, dollar.program),
        instructions.mintTo(dollar.program, dollar.mint, own, maker, needed),
      ],
      blockhash: clock.blockhash(clock.slot()),
    })
    ledger.send(read)
  }

  let price = BigInt(solanaDollars)
  const quote: Maker['quote'] = ({ from, to, amount }) => {
    // The second network has no Dev Dollars.
    if (!ledger.account(dollar.mint)) return undefined
    /** Base units of a dollar for a whole coin. */
    const dollarUnits = price * oneDollar
    const keep = (units: bigint) => (units * (1000n - spread)) / 1000n
    if (from === native && to === dollar.mint) {
      const units = keep((amount * dollarUnits) / coinUnits)
      return amount <= mostCoins && units > 0n ? units : undefined
    }
    if (from !== dollar.mint || to !== native) return undefined
    const lamports = keep((amount * coinUnits) / dollarUnits)
    return lamports > 0n && lamports <= mostCoins ? lamports : undefined
  }

  return {
    address: maker,
    setPrice(dollars) {
      price = dollars
    },
    quote,
    async sign({ account, ...query }) {
      const amountOut = quote(query)
      if (amountOut === undefined || account === maker) return undefined
      const [own, theirs] = [await tokenAccountOf(maker), await tokenAccountOf(account)]
      const buys = query.to === dollar.mint
      await stock(buys ? amountOut : 0n)
      const { mint, program } = dollar
      const pay = (from: string, to: string, units: bigint, isCoin: boolean) =>
        isCoin
          ? instructions.transferSol(from, to, units)
          : instructions.transferToken(dollar, {
              ...{ from: from === maker ? own : theirs, to: to === maker ? own : theirs },
              ...{ owner: from, amount: units },
            })
      const list = [
        ...(buys && !ledger.account(theirs)
          ? [await instructions.openTokenAccount(account, account, mint, program)]
          : []),
        pay(account, maker, query.amount, buys),
        pay(maker, account, amountOut, !buys),
      ]
      const message = pipe(
        createTransactionMessage({ version: 'legacy' }),
        (empty) => setTransactionMessageFeePayer(account as Address, empty),
        (paid) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: clock.blockhash(clock.slot()) as Blockhash, lastValidBlockHeight: 0n },
            paid,
          ),
        (alive) => appendTransactionMessageInstructions(list, alive),
      )
      const transaction = compileTransaction(message)
      const key = hex.decode(faucet.privateKey.slice(2))
      const signature = ed25519.sign(new Uint8Array(transaction.messageBytes), key) as SignatureBytes
      const signatures = { ...transaction.signatures, [maker]: signature }
      return new Uint8Array(getTransactionEncoder().encode({ ...transaction, signatures }))
    },
  }
}
