import { hex } from '@scure/base'
import {
  address,
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  lamports,
  pipe,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { startSolana } from '../testing/solana.ts'
import { localSolana } from './localSolana.ts'
import { instructions } from './seed/instructions.ts'

const [visitor, friend] = localSolana.accounts
const to = address(friend.address)

async function connect() {
  const node = await startSolana()
  const rpc = createSolanaRpc(node.url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(node.wsUrl)
  const signer = await createKeyPairSignerFromPrivateKeyBytes(
    new Uint8Array(hex.decode(visitor.privateKey.slice(2))),
  )
  expect(signer.address).toBe(visitor.address)
  const sign = async (instruction: Instruction, payer: TransactionSigner = signer) => {
    const { value: latest } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(latest, paid),
      (alive) => appendTransactionMessageInstruction(instruction, alive),
    )
    const transaction = await signTransactionMessageWithSigners(message)
    assertIsTransactionWithBlockhashLifetime(transaction)
    return transaction
  }
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  return { node, rpc, rpcSubscriptions, signer, sign, sendAndConfirm }
}

describe('startSolanaNode with @solana/kit', () => {
  test('behavior: identifies the network', async () => {
    const { rpc } = await connect()
    expect(await rpc.getGenesisHash().send()).toBe(localSolana.genesisHash)
    expect(`solana:${(await rpc.getGenesisHash().send()).slice(0, 32)}`).toBe(localSolana.caip2)
    expect(await rpc.getHealth().send()).toBe('ok')
    expect(await rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n)
    const { epoch, absoluteSlot } = await rpc.getEpochInfo({ commitment: 'confirmed' }).send()
    expect(absoluteSlot / 432_000n).toBe(epoch)
  })

  test('behavior: allows requests from any origin, and WebSockets on both ports', async () => {
    const { node } = await connect()
    const preflight = await fetch(node.url, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:4400' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(new URL(node.wsUrl).port).toBe(String(Number(new URL(node.url).port) + 1))
    for (const url of [node.wsUrl, node.url.replace('http', 'ws')]) {
      const socket = new WebSocket(url)
      const answer = await new Promise((resolve, reject) => {
        socket.onerror = reject
        socket.onmessage = ({ data }) => resolve(JSON.parse(data))
        socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}')
      })
      expect(answer).toEqual({ jsonrpc: '2.0', result: 1, id: 1 })
      socket.close()
    }
  })

  test.each(['confirmed', 'finalized'] as const)('behavior: sendAndConfirm, %s', async (commitment) => {
    const { rpc, sign, sendAndConfirm } = await connect()
    const before = await rpc.getBalance(to).send()
    const transaction = await sign(instructions.transferSol(visitor.address, friend.address, 12_345n))
    await sendAndConfirm(transaction, { commitment })

    expect((await rpc.getBalance(to).send()).value - before.value).toBe(12_345n)
    const landed = await rpc
      .getTransaction(getSignatureFromTransaction(transaction), {
        commitment: 'confirmed',
        encoding: 'jsonParsed',
        maxSupportedTransactionVersion: 0,
      })
      .send()
    expect(landed).toMatchObject({ version: 0, meta: { err: null, fee: 5_000n } })
    const fee = await rpc
      .getFeeForMessage(
        Buffer.from(transaction.messageBytes as unknown as Uint8Array).toString('base64') as never,
      )
      .send()
    expect(fee.value).toBe(5_000n)
  })

  test('behavior: an airdrop succeeds, and an overspend fails with its reason', async () => {
    const { rpc, rpcSubscriptions, sign, sendAndConfirm } = await connect()
    const poor = await generateKeyPairSigner()
    const airdrop = airdropFactory({ rpc, rpcSubscriptions } as Parameters<typeof airdropFactory>[0])
    await airdrop({
      recipientAddress: poor.address,
      lamports: lamports(1_000_000_000n),
      commitment: 'confirmed',
    })
    expect((await rpc.getBalance(poor.address).send()).value).toBe(1_000_000_000n)

    const transaction = await sign(
      instructions.transferSol(poor.address, friend.address, 100_000_000_000n),
      poor,
    )
    const error = await sendAndConfirm(transaction, { commitment: 'confirmed' }).catch((reason) => reason)
    expect(
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
    ).toBe(true)
    expect(isSolanaError(error.cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true)
    expect(error.context.logs.join('\n')).toContain('insufficient lamports')
  })

  test('behavior: notifications of an account, a program, logs and slots', async () => {
    const { rpcSubscriptions, sign, sendAndConfirm } = await connect()
    const stop = new AbortController()
    const options = { abortSignal: stop.signal }
    const [accounts, programs, logs, slots] = await Promise.all([
      rpcSubscriptions
        .accountNotifications(to, { commitment: 'confirmed', encoding: 'base64' })
        .subscribe(options),
      rpcSubscriptions
        .programNotifications(address(localSolana.programs.system), {
          commitment: 'confirmed',
          encoding: 'base64',
        })
        .subscribe(options),
      rpcSubscriptions.logsNotifications({ mentions: [to] }, { commitment: 'finalized' }).subscribe(options),
      rpcSubscriptions.slotNotifications().subscribe(options),
    ])
    const next = async <Item>(items: AsyncIterable<Item>): Promise<Item | undefined> => {
      for await (const item of items) return item
      return undefined
    }
    // Start listening now: earlier notifications are not buffered.
    const notifications = Promise.all([next(accounts), next(programs), next(logs), next(slots)])
    const transaction = await sign(instructions.transferSol(visitor.address, friend.address, 1n))
    await sendAndConfirm(transaction, { commitment: 'confirmed' })
    const [account, program, log, slot] = await notifications
    expect(account?.value.owner).toBe(localSolana.programs.system)
    expect([visitor.address, friend.address]).toContain(program?.value.pubkey)
    expect(log?.value.signature).toBe(getSignatureFromTransaction(transaction))
    expect(slot && slot.slot - slot.parent).toBe(1n)
    stop.abort()
  })

  test('behavior: jsonParsed accounts: a Token-2022 mint with its name, the token accounts of an owner', async () => {
    const { rpc } = await connect()
    const [, pbbl] = localSolana.tokens
    const mint = await rpc.getAccountInfo(address(pbbl.mint), { encoding: 'jsonParsed' }).send()
    expect(mint.value?.data).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        type: 'mint',
        info: {
          decimals: 9,
          extensions: expect.arrayContaining([
            {
              extension: 'tokenMetadata',
              state: expect.objectContaining({ name: 'Pebble', symbol: 'PBBL' }),
            },
          ]),
        },
      },
    })
    const { value } = await rpc
      .getTokenAccountsByOwner(
        address(visitor.address),
        { programId: address(pbbl.program) },
        { encoding: 'jsonParsed' },
      )
      .send()
    expect(value[0]?.account.data.parsed.info.tokenAmount.uiAmountString).toBe('38.5')
  })

  test('behavior: a simulation returns the outcome and changes nothing', async () => {
    const { rpc, sign } = await connect()
    const transaction = await sign(instructions.transferSol(visitor.address, friend.address, 5n))
    const before = await rpc.getBalance(to).send()
    const { value } = await rpc
      .simulateTransaction(getBase64EncodedWireTransaction(transaction), {
        encoding: 'base64',
        accounts: { addresses: [to], encoding: 'base64' },
      })
      .send()
    expect(value.err).toBeNull()
    expect(value.accounts?.[0]?.lamports).toBe(before.value + 5n)
    expect((await rpc.getBalance(to).send()).value).toBe(before.value)
  })
})
