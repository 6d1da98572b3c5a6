import { randomBytes } from 'node:crypto'
import { socialAddressFields } from '@portico/protocol/social'
import { hashFields } from '@portico/server'
import { farcasterNonce } from '@portico/server/farcaster'
import { type FarcasterAccount, startFarcaster } from '@portico/server/testing'
import type { JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { newUserId } from '../../../testing/createFakeVault.ts'
import { createTestIntroductions, page, refusalOf } from '../../../testing/createTestIntroductions.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'

const walletOrigin = 'http://wallet.localhost:4402'
const hour = 3_600_000
const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

await describeEngines('introductions with Farcaster', ({ open }) => {
  async function create({ isOn = true } = {}) {
    const farcaster = await startFarcaster()
    const social = {
      issuers: undefined,
      clientIds: new Map(),
      clients: {},
      farcasterRpcUrls: isOn ? farcaster.rpcUrls.split(',') : undefined,
    }
    const kit = await createTestIntroductions({ databases: [await open()], social })
    const [{ introductions, devices }] = kit.processes as [(typeof kit.processes)[0]]

    /** Creates a browser of its own key. `userId` is the user that the vault names. */
    function person(
      account: FarcasterAccount,
      { userId = newUserId(), jkt = random() }: { userId?: string; jkt?: string } = {},
    ) {
      const tx = `tx_${random(16)}`
      const self = {
        account,
        userId,
        jkt,
        tx,
        id: '',
        challenge: '',
        async start() {
          const sealed = await kit.seal({ jkt, ...page })
          const answer = await introductions.startSocial({ request: { way: 'farcaster', sealed }, jkt })
          Object.assign(self, answer)
          return answer
        },
        nonce: (fields: { challenge?: string; tx?: string; jkt?: string } = {}): string =>
          farcasterNonce({ challenge: self.challenge, tx, jkt, ...fields }),
        sign: (more: Partial<Parameters<FarcasterAccount['sign']>[0]> = {}, by = account) =>
          by.sign({ nonce: self.nonce(), walletOrigin, now: kit.now(), ...more }),
        /** The vault's assertion about this login, with claims of the vault's choice. */
        assertion: (claims: JWTPayload = {}, fid = account.fid): Promise<string> => {
          const subject = String(fid)
          const address = hashFields(...socialAddressFields({ tx, provider: 'farcaster', subject }))
          return kit.vault.assert({
            userId,
            jkt,
            now: kit.now(),
            claims: { method: 'farcaster', tx, address, ...page, ...claims },
          })
        },
        /** Sends the proof; what is not given is right. */
        async prove(more: { assertion?: string; siwf?: object | undefined } = {}) {
          const content = {
            id: self.id,
            jkt,
            assertion: await self.assertion(),
            siwf: await self.sign(),
            ...more,
          }
          return introductions.proveSocial({ id: self.id, sealed: await kit.seal(content), jkt })
        },
        async logIn() {
          await self.start()
          return self.prove()
        },
        /** Whether the gateway lets this device wait; `accepted` if it need not. */
        hold: () => refusalOf(devices.requireReleased({ userId, jkt })),
      }
      return self
    }
    return { ...kit, farcaster, introductions, devices, person }
  }

  test('behavior: a signed message opens a session, and the same wallet at the next login', async () => {
    const { person, farcaster, proofs } = await create()
    const account = farcaster.createAccount()
    const ada = person(account)
    expect(await ada.start()).toMatchObject({ second: false })
    const session = await ada.prove()
    expect(session.userId).toBe(ada.userId)
    const again = person(account, ada)
    expect((await again.logIn()).userId).toBe(ada.userId)
    const other = person(farcaster.createAccount())
    expect((await other.logIn()).userId).toBe(other.userId)
    expect(proofs).toEqual(['accepted', 'accepted', 'accepted'])
  })

  test('error: logins that are not set up', async () => {
    const { person, farcaster } = await create({ isOn: false })
    expect(await refusalOf(person(farcaster.createAccount()).start())).toBe('provider-off')
  })

  test('error: of 40 messages for others, by others, of other logins or missing, none opens a session', async () => {
    const { person, farcaster, now, proofs } = await create()
    const account = farcaster.createAccount()
    const mallory = farcaster.createAccount()
    const nobody = farcaster.createAccount({ isRegistered: false })
    const other = person(account)
    await other.start()
    type Person = ReturnType<typeof person>
    type Fields = NonNullable<Parameters<FarcasterAccount['sign']>[0]['changes']>
    const iso = (ms: number) => new Date(now() + ms).toISOString()
    const change = (changes: Fields) => (self: Person) => self.sign({ changes })
    const nonce = (fields: { challenge?: string; tx?: string; jkt?: string }) => (self: Person) =>
      self.sign({ nonce: self.nonce(fields) })
    const resources = (...list: string[]) => change({ resources: list })
    const fid = `farcaster://fid/${account.fid}`
    const attacks: ((self: Person) => Promise<object> | undefined)[] = [
      () => undefined,
      // A challenge that the vault or a page chose, and messages of another login.
      nonce({ challenge: other.challenge }),
      nonce({ challenge: random() }),
      nonce({ tx: other.tx }),
      nonce({ jkt: other.jkt }),
      nonce({ challenge: '' }),
      () => other.sign(),
      (self) => self.sign({ nonce: self.nonce().toUpperCase() }),
      (self) => self.sign({ nonce: self.nonce().slice(0, 8) }),
      (self) => self.sign({ nonce: `${self.nonce()}a` }),
      (self) => self.sign({ walletOrigin: 'https://evil.example' }),
      change({ domain: 'evil.example' }),
      change({ domain: 'wallet.localhost' }),
      change({ uri: 'https://evil.example' }),
      change({ uri: `${walletOrigin}/frame` }),
      change({ scheme: 'https' }),
      change({ chainId: 'eip155:1' }),
      change({ chainId: 'eip155:31337' }),
      change({ issuedAt: iso(-12 * 60_000) }),
      change({ issuedAt: iso(5 * 60_000) }),
      change({ expirationTime: iso(-120_000) }),
      change({ notBefore: iso(300_000) }),
      (self) => self.sign({ fid: account.fid }, mallory),
      (self) => self.sign({ fid: account.fid }, nobody),
      (self) => self.sign({}, nobody),
      (self) => self.sign({ fid: mallory.fid }),
      (self) => self.sign({ fid: 0 }),
      resources(),
      resources('https://evil.example'),
      resources(fid, `farcaster://fid/${mallory.fid}`),
      resources(fid, fid),
      resources(`${fid}0`),
      resources(`${fid}/`),
      resources(`FARCASTER://fid/${account.fid}`),
      resources(`farcaster://fid/0${account.fid}`),
      change({ address: mallory.address }),
      async (self) => {
        const { message, signature } = await self.sign()
        return { message: message.replace(/fid\/\d+/, `fid/${mallory.fid}`), signature }
      },
      async (self) => {
        const { message, signature } = await self.sign()
        return { message: message.replace(account.address, mallory.address), signature }
      },
      async (self) => ({ ...(await self.sign()), signature: `0x${'00'.repeat(65)}` }),
      async (self) => {
        const { message, signature } = await self.sign()
        return { message, signature: `${signature}${'6492'.repeat(16)}` }
      },
    ]
    expect(attacks).toHaveLength(40)
    for (const attack of attacks) {
      const self = person(account)
      await self.start()
      expect(await refusalOf(self.prove({ siwf: await attack(self) }))).toBe('siwf-invalid')
      // The introduction is not over: its owner can still prove it.
      if (attack === attacks.at(-1)) expect((await self.prove()).userId).toBe(self.userId)
    }
    expect(proofs.filter((proof) => proof === 'siwf-invalid')).toHaveLength(40)
  }, 120_000)

  test('error: a vault that names another account, or another user, opens nothing', async () => {
    const { person, farcaster, proofs } = await create()
    const [account, mallory] = [farcaster.createAccount(), farcaster.createAccount()]
    const owner = person(account)
    await owner.logIn()
    // The vault states the victim's account for the attacker's login.
    const thief = person(mallory, { userId: owner.userId })
    await thief.start()
    const stated = await thief.assertion({}, account.fid)
    expect(await refusalOf(thief.prove({ assertion: stated }))).toBe('introduction-mismatch')
    // It names the victim's user for the attacker's account.
    expect(await refusalOf(thief.prove())).toBe('identity-mismatch')
    // It states another way to log in, or another login.
    const google = await thief.assertion({ method: 'google' })
    expect(await refusalOf(thief.prove({ assertion: google }))).toMatch(/introduction-(mismatch|expired)/)
    expect(proofs.filter((proof) => proof === 'accepted')).toHaveLength(1)
    // Nor does an account that nobody has used yet get a wallet that has an owner.
    const fresh = person(farcaster.createAccount(), { userId: owner.userId })
    await fresh.start()
    expect(await refusalOf(fresh.prove())).toBe('identity-mismatch')
  })

  test('error: a proof is accepted once', async () => {
    const { person, farcaster } = await create()
    const ada = person(farcaster.createAccount())
    await ada.start()
    const proof = { assertion: await ada.assertion(), siwf: await ada.sign() }
    const both = await Promise.all([refusalOf(ada.prove(proof)), refusalOf(ada.prove(proof))])
    expect(both.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
    expect(await refusalOf(ada.prove(proof))).not.toBe('accepted')
  })

  test('error: while the registries cannot be read, the same proof is accepted later', async () => {
    const { person, farcaster } = await create()
    const ada = person(farcaster.createAccount())
    await ada.start()
    const proof = { assertion: await ada.assertion(), siwf: await ada.sign() }
    farcaster.setFailing(true)
    expect(await refusalOf(ada.prove(proof))).toBe('registry-unavailable')
    farcaster.setFailing(false)
    expect(await refusalOf(ada.prove(proof))).toBe('accepted')
  })

  test('behavior: there is no leg at a provider to open', async () => {
    const { person, farcaster, introductions } = await create()
    const ada = person(farcaster.createAccount())
    const { id } = await ada.start()
    const opened = introductions.openSecond({ id, rPage: random(), jkt: random() })
    expect(await refusalOf(opened)).toBe('introduction-mismatch')
    const finished = introductions.finishSecond({ id, params: { code: 'code' }, jkt: ada.jkt })
    expect(await refusalOf(finished)).toBe('introduction-expired')
  })

  test('behavior: a new device of an existing wallet waits 72 hours here, even if the vault says that it need not', async () => {
    const { person, farcaster, wait } = await create()
    const account = farcaster.createAccount()
    const ada = person(account)
    await ada.logIn()
    expect(await ada.hold()).toBe('accepted')
    const phone = person(account, { userId: ada.userId })
    await phone.logIn()
    expect(await phone.hold()).toBe('device-held')
    // Another login does not end the wait, nor begin it again.
    wait(71 * hour)
    await person(account, phone).logIn()
    expect(await phone.hold()).toBe('device-held')
    wait(hour)
    expect(await phone.hold()).toBe('accepted')
    await person(account, phone).logIn()
    expect(await phone.hold()).toBe('accepted')
  })
})
