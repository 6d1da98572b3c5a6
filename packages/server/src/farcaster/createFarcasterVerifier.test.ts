import { createMessage } from '@portico/siwx'
import { type Hex, parseSignature, serializeSignature, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createFarcasterVerifier, type FarcasterRefusal } from './createFarcasterVerifier.ts'
import { farcasterNonce } from './farcasterNonce.ts'
import { type Registry, startRegistryNode } from './testing/startRegistryNode.ts'

const walletOrigin = 'https://wallet.example'
const time = Date.parse('2026-01-02T03:04:05.000Z')
const at = (ms: number) => new Date(time + ms).toISOString()
const second = 1000
const minute = 60 * second
const nonce = farcasterNonce({ challenge: 'challenge_1', tx: 'tx_1', jkt: 'jkt_1' })
const signatureOf = '11'.repeat(65)
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const owner = privateKeyToAccount(generatePrivateKey())
const authAddress = privateKeyToAccount(generatePrivateKey())
const removed = privateKeyToAccount(generatePrivateKey())
const appKey = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
/** Owns the account 2002. */
const neighbour = privateKeyToAccount(generatePrivateKey())
/** Owns the account 3003, and accepts every signature. */
const smartAccount = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** Owns nothing, and answers to every call what a valid signature gets. */
const impostor = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const acceptance: Hex = `0x1626ba7e${'00'.repeat(28)}`

function createRegistry(changes: Partial<Registry> = {}): Registry {
  const lower = (address: string) => address.toLowerCase()
  return {
    owners: {
      [lower(owner.address)]: 1001n,
      [lower(neighbour.address)]: 2002n,
      [lower(smartAccount)]: 3003n,
    },
    keys: {
      [`1001 ${lower(authAddress.address)}`]: { state: 1, keyType: 2 },
      [`1001 ${lower(removed.address)}`]: { state: 2, keyType: 2 },
      [`1001 ${lower(appKey.address)}`]: { state: 1, keyType: 1 },
    },
    contracts: { [lower(smartAccount)]: acceptance, [lower(impostor)]: acceptance },
    ...changes,
  }
}

function writeMessage(changes: Partial<Parameters<typeof createMessage>[0]> = {}): string {
  return createMessage({
    domain: 'wallet.example',
    address: owner.address,
    statement: 'Farcaster Auth',
    uri: walletOrigin,
    version: '1',
    chainId: 'eip155:10',
    nonce,
    issuedAt: at(0),
    resources: ['farcaster://fid/1001'],
    ...changes,
  })
}

interface Login {
  message: string
  signature: string
  nonce: string
  walletOrigin: string
}

async function login(
  changes: Partial<Parameters<typeof createMessage>[0]> = {},
  signer = owner,
): Promise<Login> {
  const message = writeMessage({ address: signer.address, ...changes })
  return { message, signature: await signer.signMessage({ message }), nonce, walletOrigin }
}

/** A login by a contract, with bytes that no key made. */
function contractLogin(address: string, fid: number): Login {
  const message = writeMessage({ address, resources: [`farcaster://fid/${fid}`] })
  return { message, signature: `0x${signatureOf}`, nonce, walletOrigin }
}

async function verify(
  attempt: Login | Promise<Login>,
  {
    registries = [createRegistry(), createRegistry()],
    urls = [],
  }: { registries?: Registry[]; urls?: string[] } = {},
) {
  const nodes = await Promise.all(registries.map((registry) => startRegistryNode({ registry })))
  const verifier = createFarcasterVerifier({ rpcUrls: [...nodes, ...urls], now: () => time })
  return verifier.verify(await attempt)
}

const expectRefusal = async (verdict: ReturnType<typeof verify>, code: FarcasterRefusal) =>
  expect(await verdict).toEqual({ ok: false, code, reason: expect.any(String) })

describe('createFarcasterVerifier', () => {
  test('behavior: the owner of an account logs in', async () => {
    expect(await verify(login())).toEqual({ ok: true, fid: 1001 })
  })

  test('behavior: an address that the account added logs in', async () => {
    expect(await verify(login({}, authAddress))).toEqual({ ok: true, fid: 1001 })
  })

  test('behavior: a contract that owns an account logs in with what it accepts (ERC-1271)', async () => {
    expect(await verify(contractLogin(smartAccount, 3003))).toEqual({ ok: true, fid: 3003 })
  })

  test('behavior: a message of ten minutes ago, or with the scheme of the wallet, is accepted', async () => {
    const times = { issuedAt: at(-10 * minute), notBefore: at(0), expirationTime: at(second) }
    for (const changes of [times, { issuedAt: at(minute) }, { scheme: 'https' }])
      expect(await verify(login(changes))).toEqual({ ok: true, fid: 1001 })
  })

  test('behavior: two of three nodes are enough, while none of them disagrees', async () => {
    const options = { registries: [createRegistry(), createRegistry()], urls: ['http://127.0.0.1:9/'] }
    expect(await verify(login(), options)).toEqual({ ok: true, fid: 1001 })
    const registries = [createRegistry(), createRegistry(), createRegistry({ owners: {} })]
    await expectRefusal(verify(login(), { registries }), 'registry-unavailable')
  })

  test('error: a node of another network counts as none, unless any is accepted', async () => {
    const registries = [createRegistry(), createRegistry({ chainId: 31_337 })]
    await expectRefusal(verify(login(), { registries }), 'registry-unavailable')
    const rpcUrls = await Promise.all(registries.map((registry) => startRegistryNode({ registry })))
    const verifier = createFarcasterVerifier({ rpcUrls, isAnyChain: true, now: () => time })
    expect(await verifier.verify(await login())).toEqual({ ok: true, fid: 1001 })
  })

  test('error: fewer than two nodes, or the same node twice', () => {
    for (const rpcUrls of [[], ['http://a.example'], ['http://a.example', 'http://A.example/']])
      expect(() => createFarcasterVerifier({ rpcUrls, now: () => time })).toThrow('at least two nodes')
  })

  describe('messages', () => {
    const fid = (...resources: string[]) => ({ resources })
    test.each<[string, Parameters<typeof login>[0], FarcasterRefusal]>([
      ['another domain', { domain: 'evil.example' }, 'domain-mismatch'],
      ['another port', { domain: 'wallet.example:8443' }, 'domain-mismatch'],
      ['a domain with the wallet as user', { domain: 'wallet.example@evil.example' }, 'domain-mismatch'],
      ['another scheme', { scheme: 'http' }, 'domain-mismatch'],
      ['another URI', { uri: 'https://evil.example' }, 'uri-mismatch'],
      ['a URI below the wallet', { uri: `${walletOrigin}/social` }, 'uri-mismatch'],
      [
        'another nonce',
        { nonce: nonce.replace(/./, (first) => (first === 'a' ? 'b' : 'a')) },
        'nonce-mismatch',
      ],
      ['the nonce in capitals', { nonce: nonce.toUpperCase() }, 'nonce-mismatch'],
      ['Ethereum Mainnet', { chainId: 'eip155:1' }, 'chain-unsupported'],
      ['more than ten minutes of age', { issuedAt: at(-11 * minute - second) }, 'expired'],
      [
        'a long life after ten minutes',
        { issuedAt: at(-minute * 60), expirationTime: at(minute) },
        'expired',
      ],
      ['a time in the future', { issuedAt: at(minute + second) }, 'not-yet-valid'],
      ['an end in the past', { expirationTime: at(0) }, 'expired'],
      ['a start in the future', { notBefore: at(second) }, 'not-yet-valid'],
      ['two accounts', fid('farcaster://fid/1001', 'farcaster://fid/2002'), 'fid-missing'],
      ['one account twice', fid('farcaster://fid/1001', 'farcaster://fid/1001'), 'fid-missing'],
      ['another resource', fid('farcaster://fid/1001', 'https://evil.example'), 'fid-missing'],
      ['no resources', { resources: undefined }, 'fid-missing'],
      ['an empty list of resources', fid(), 'fid-missing'],
      ['the account 0', fid('farcaster://fid/0'), 'fid-missing'],
      ['a leading zero', fid('farcaster://fid/01001'), 'fid-missing'],
      ['a slash after the account', fid('farcaster://fid/1001/'), 'fid-missing'],
      ['a number that is not exact', fid('farcaster://fid/9007199254740993'), 'fid-missing'],
      ['the account within another URL', fid('https://evil.example/farcaster://fid/1001'), 'fid-missing'],
    ])('error: %s', async (_, changes, code) => {
      await expectRefusal(verify(login(changes)), code)
    })

    test('error: a text that is not of the standard, and two URIs', async () => {
      for (const change of [
        (message: string) => `${message}\n`,
        (message: string) => message.replace(/^URI: .+$/m, '$&\nURI: https://evil.example'),
        (message: string) => message.replace(owner.address, owner.address.toLowerCase()),
        () => '',
      ]) {
        const message = change(writeMessage())
        const signature = await owner.signMessage({ message })
        await expectRefusal(verify({ message, signature, nonce, walletOrigin }), 'malformed-message')
      }
    })

    test('error: a date that RFC 3339 does not have', async () => {
      const message = writeMessage().replace(at(0), '2026-02-31T03:04:05.000Z')
      const signature = await owner.signMessage({ message })
      await expectRefusal(verify({ message, signature, nonce, walletOrigin }), 'malformed-message')
    })
  })

  describe('signatures', () => {
    test('error: the signature of a stranger over the message of the owner', async () => {
      const { message, ...rest } = await login()
      const signature = await stranger.signMessage({ message })
      await expectRefusal(verify({ ...rest, message, signature }), 'signature-invalid')
    })

    test('error: the signature over another message of the owner', async () => {
      const { signature } = await login({ requestId: 'other' })
      await expectRefusal(verify({ ...(await login()), signature }), 'signature-invalid')
    })

    test('error: the second signature that follows from a signature (high s)', async () => {
      const attempt = await login()
      const { r, s, yParity } = parseSignature(attempt.signature as Hex)
      const other = { r, s: toHex(curveOrder - BigInt(s), { size: 32 }), yParity: 1 - yParity }
      await expectRefusal(verify({ ...attempt, signature: serializeSignature(other) }), 'signature-malformed')
    })

    test.each([
      ['no signature', ''],
      ['no digits', '0x'],
      ['half a byte', `0x${'1'.repeat(129)}`],
      ['no hex digits', `0x${'zz'.repeat(65)}`],
      ['no prefix', '11'.repeat(65)],
      ['a signature without its last byte', `0x${'11'.repeat(64)}`],
      ['40 000 bytes', `0x${'11'.repeat(40_000)}`],
    ])('error: %s', async (_, signature) => {
      await expectRefusal(verify({ ...(await login()), signature }), 'signature-malformed')
    })

    test('error: values that are no signature of any key', async () => {
      for (const signature of [`0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`])
        await expectRefusal(verify({ ...(await login()), signature }), 'signature-invalid')
    })

    test('error: a signature with the deployment of an account (ERC-6492)', async () => {
      const signature = `0x${'00'.repeat(96)}${'6492'.repeat(16)}`
      await expectRefusal(verify({ ...(await login()), signature }), 'signature-invalid')
      await expectRefusal(verify({ ...contractLogin(smartAccount, 3003), signature }), 'signature-invalid')
    })

    test('error: a contract that accepts everything names the account of another', async () => {
      await expectRefusal(verify(contractLogin(impostor, 1001)), 'signer-not-registered')
      await expectRefusal(verify(contractLogin(smartAccount, 1001)), 'signer-not-registered')
    })

    test.each<[string, Hex | 'revert']>([
      ['nothing', '0x'],
      ['a refusal', `0xffffffff${'00'.repeat(28)}`],
      ['true', toHex(1, { size: 32 })],
      ['four bytes', '0x1626ba7e'],
      ['dirty bytes', `0x1626ba7e${'11'.repeat(28)}`],
      ['a shifted word', `0x00${acceptance.slice(2, -2)}`],
      ['a revert', 'revert'],
    ])('error: a contract that owns the account answers %s', async (_, answer) => {
      const registry = createRegistry({ contracts: { [smartAccount.toLowerCase()]: answer } })
      await expectRefusal(
        verify(contractLogin(smartAccount, 3003), { registries: [registry, registry] }),
        'signature-invalid',
      )
    })
  })

  describe('registries', () => {
    test.each([
      ['a stranger', stranger],
      ['the owner of another account', neighbour],
      ['an address that was removed', removed],
      ['a key of an application (type 1)', appKey],
    ])('error: %s signs', async (_, signer) => {
      await expectRefusal(verify(login({}, signer)), 'signer-not-registered')
    })

    test('error: an address of one account logs in to another', async () => {
      const resources = ['farcaster://fid/2002']
      for (const signer of [authAddress, owner])
        await expectRefusal(verify(login({ resources }, signer)), 'signer-not-registered')
    })

    test.each<[string, Partial<Registry>, typeof owner]>([
      ['calls a stranger the owner', { owners: { [stranger.address.toLowerCase()]: 1001n } }, stranger],
      [
        'calls a stranger an address of the account',
        { keys: { [`1001 ${stranger.address.toLowerCase()}`]: { state: 1, keyType: 2 } } },
        stranger,
      ],
      [
        'returns a removed address',
        { keys: { [`1001 ${removed.address.toLowerCase()}`]: { state: 1, keyType: 2 } } },
        removed,
      ],
      ['denies the owner', { owners: {} }, owner],
    ])('error: one node %s', async (_, lie, signer) => {
      for (const registries of [
        [createRegistry(), createRegistry(lie)],
        [createRegistry(lie), createRegistry()],
      ])
        await expectRefusal(verify(login({}, signer), { registries }), 'registry-unavailable')
    })

    test('error: one node says that a contract accepted a signature', async () => {
      const refusing = createRegistry({ contracts: { [smartAccount.toLowerCase()]: 'revert' } })
      const registries = [createRegistry(), refusing]
      await expectRefusal(verify(contractLogin(smartAccount, 3003), { registries }), 'registry-unavailable')
    })

    test('error: the signature of a contract cannot be checked where no node answers', async () => {
      const urls = ['http://127.0.0.1:9/', 'http://127.0.0.1:9/rpc']
      await expectRefusal(
        verify(contractLogin(smartAccount, 3003), { registries: [], urls }),
        'registry-unavailable',
      )
    })

    test('error: one node is down', async () => {
      const options = { registries: [createRegistry()], urls: ['http://127.0.0.1:9/'] }
      await expectRefusal(verify(login(), options), 'registry-unavailable')
    })

    test('error: one node redirects to a node that answers', async () => {
      const registry = createRegistry()
      const target = await startRegistryNode({ registry })
      for (const status of [301, 302, 307, 308]) {
        const url = await startRegistryNode({
          registry,
          answer: (response) => response.writeHead(status, { location: target }).end(),
        })
        await expectRefusal(verify(login(), { registries: [registry], urls: [url] }), 'registry-unavailable')
      }
    })

    test.each([
      ['one node does not answer', () => {}],
      [
        'one node sends a byte now and then',
        (response: { write(text: string): unknown; closed: boolean }) => {
          const timer = setInterval(() => (response.closed ? clearInterval(timer) : response.write(' ')), 200)
        },
      ],
    ])('error: %s, and the login ends after five seconds', async (_, answer) => {
      const registry = createRegistry()
      const url = await startRegistryNode({ registry, answer })
      const startedAt = performance.now()
      await expectRefusal(verify(login(), { registries: [registry], urls: [url] }), 'registry-unavailable')
      expect(performance.now() - startedAt).toBeGreaterThan(4500)
      expect(performance.now() - startedAt).toBeLessThan(20_000)
    })

    test('error: one node answers without an end, and is not read to the end', async () => {
      const registry = createRegistry()
      let sent = 0
      const url = await startRegistryNode({
        registry,
        answer: (response) => {
          const send = () => {
            while (!response.closed && response.write(' '.repeat(16_384))) sent += 16_384
          }
          response.on('drain', send)
          send()
        },
      })
      await expectRefusal(verify(login(), { registries: [registry], urls: [url] }), 'registry-unavailable')
      expect(sent).toBeGreaterThan(65_536)
      // What the buffers of both sides hold. Reading on until the timeout would be a multiple.
      expect(sent).toBeLessThan(32 * 1024 * 1024)
    })

    const word = toHex(1001, { size: 32 })
    test.each<[string, string]>([
      ['an empty body', ''],
      ['no JSON', '<html>'],
      ['null', 'null'],
      ['a list', JSON.stringify([{ jsonrpc: '2.0', id: 1, result: word }])],
      ['another ID', JSON.stringify({ jsonrpc: '2.0', id: 2, result: word })],
      [
        'an error',
        JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } }),
      ],
      [
        'an error and a result',
        JSON.stringify({ jsonrpc: '2.0', id: 1, result: word, error: { code: 1, message: 'no' } }),
      ],
      ['no result', JSON.stringify({ jsonrpc: '2.0', id: 1 })],
      ['a number', JSON.stringify({ jsonrpc: '2.0', id: 1, result: 1001 })],
      ['malformed hex', JSON.stringify({ jsonrpc: '2.0', id: 1, result: `${word.slice(0, -1)}g` })],
      [
        'no data, as where the registries do not exist',
        JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x' }),
      ],
      ['half a word', JSON.stringify({ jsonrpc: '2.0', id: 1, result: word.slice(0, 34) })],
      [
        'three words',
        JSON.stringify({ jsonrpc: '2.0', id: 1, result: `${word}${word.slice(2)}${word.slice(2)}` }),
      ],
    ])('error: both nodes answer %s', async (_, body) => {
      const registry = createRegistry()
      const answer = (response: { end(text: string): unknown }) => void response.end(body)
      const urls = await Promise.all([1, 2].map(() => startRegistryNode({ registry, answer })))
      await expectRefusal(verify(login(), { registries: [], urls }), 'registry-unavailable')
    })

    test('error: a node answers rightly with the status of an error', async () => {
      const registry = createRegistry()
      const url = await startRegistryNode({
        registry,
        answer: (response, { id }) =>
          void response
            .writeHead(502)
            .end(JSON.stringify({ jsonrpc: '2.0', id, result: `${word}${word.slice(2)}` })),
      })
      await expectRefusal(verify(login(), { registries: [registry], urls: [url] }), 'registry-unavailable')
    })

    test('behavior: no node is asked about a message that is refused anyway', async () => {
      let asked = 0
      const fetch: typeof globalThis.fetch = async () => {
        asked += 1
        throw new Error('No node may be asked.')
      }
      const rpcUrls = ['http://a.example', 'http://b.example']
      const verifier = createFarcasterVerifier({ rpcUrls, fetch, now: () => time })
      for (const changes of [{ domain: 'evil.example' }, { resources: [] }, { issuedAt: at(-60 * minute) }])
        expect((await verifier.verify(await login(changes))).ok).toBe(false)
      expect(asked).toBe(0)
      expect(await verifier.verify(await login())).toMatchObject({ code: 'registry-unavailable' })
      expect(asked).toBeGreaterThan(0)
    })
  })
})
