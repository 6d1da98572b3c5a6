import type { IntroductionCodeFormat } from '@portico/protocol/gateway'
import { type SealingKey, sealToServer } from '../keys/sealToServer.ts'
import { visitorLanguage } from '../language/loadLanguage.ts'
import { type AddressServers, createAddressClient } from './createAddressClient.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import { NoChallengeError } from './createLogin.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError, SessionEndedError } from './ServerError.ts'
import { addressChangeKey, readAddressChange, type StoredAddressChange } from './storedAddressChange.ts'

/** What the visitor is shown of a step: how the code looks, or which digits to type on the page behind the link. */
export type EmailChangeStep = {
  format: IntroductionCodeFormat
  digits?: string | undefined
  /** When the next mail may be requested, in milliseconds since 1970. */
  resendAt: number
}

type Change = {
  /** ID of the change at the gateway. The vault must not learn it. */
  id: string
  /** ID of the challenge at the vault. */
  tx: string
  userId: string
  next: string
  /** What the visitor is to do. */
  awaits: 'old code' | 'link' | 'new code'
  step: EmailChangeStep
  /** The gateway's statement for a code that it accepted. */
  proven?: { code: string; statement: string } | undefined
}

/**
 * Changing the e-mail address: the gateway verifies both addresses with codes that the visitor types, the vault the next one
 * with a link. Then each server changes it with the statement of the other, the vault first. What the visitor types is
 * encrypted to the gateway; the vault is sent nothing that was typed.
 */
export function createEmailChange({
  session,
  storage,
  gatewayKey,
  jkt,
  origin,
  now,
  ...servers
}: AddressServers & {
  session: CurrentSession
  storage: PartitionStorage
  /** The gateway's encryption key. */
  gatewayKey: SealingKey
  jkt: string
  /** Origin of the page that asks, for the letter with the link. */
  origin: string
  now: () => number
}) {
  const { gateway, vault } = createAddressClient(servers)
  let change: Change | undefined

  const inSeconds = (seconds: number): number => now() + seconds * 1000

  /**
   * Returns the change to the address that the visitor was shown. The page may have started another change meanwhile, whose
   * code the visitor must not confirm in its place.
   */
  function find(shown: string, awaits: Change['awaits']): Change {
    if (change?.next !== shown || change.awaits !== awaits) throw new NoChallengeError()
    return change
  }

  const seal = ({ id }: Change, code: string) => sealToServer(gatewayKey, { code, jkt, id })

  async function finishAtVault({ id, tx, statement }: StoredAddressChange) {
    try {
      return await vault.finish(tx, statement)
    } catch (error) {
      // The vault asks for the statement until it has changed the address, and it may have expired since.
      if (!(error instanceof ServerError) || error.code !== 'introduced-invalid') throw error
      return vault.finish(tx, (await gateway.statement(id)).statement)
    }
  }

  /** Deletes the stored change if a server refused it permanently. Otherwise a later page tries again. */
  async function forgetIf(isFinal: (error: ServerError) => boolean, error: unknown): Promise<never> {
    if (error instanceof ServerError && isFinal(error)) await storage.remove([addressChangeKey])
    throw error
  }

  /** Has both servers change the address. Each request can be repeated, so this can continue after any interruption. */
  async function hand(stored: StoredAddressChange): Promise<string> {
    const { userId, id } = stored
    const made = await finishAtVault(stored).catch((error) => forgetIf(isRefused, error))
    // From here on only the gateway must be notified, which no other refusal than these may prevent.
    await gateway.finish(id, made.changed).catch((error) => forgetIf(isOver, error))
    const current = session.get()
    if (current?.userId === userId) await session.set({ ...current, email: made.email })
    await storage.remove([addressChangeKey])
    return made.email
  }

  return {
    /** Starts a change, and has a code mailed to the current address. */
    async start(next: string): Promise<void> {
      const current = session.get()
      if (!current) throw new SessionEndedError()
      const { userId, email } = current
      change = undefined
      const { tx } = await vault.start({ userId, email: next, origin })
      const sealed = await sealToServer(gatewayKey, {
        email,
        next,
        jkt,
        tx,
        language: visitorLanguage(),
      })
      const { id, format, resendAfter } = await gateway.start(sealed)
      change = {
        id,
        tx,
        userId,
        next,
        awaits: 'old code',
        step: { format, resendAt: inSeconds(resendAfter) },
      }
    },

    /** The next address, while a change is under way. */
    next: (): string | undefined => change?.next,

    /** The step that the visitor is at, while a change is under way. */
    step: (): EmailChangeStep | undefined => change?.step,

    /** Whether the link was approved, or need not be waited for. */
    isLinkApproved: (): boolean => change?.awaits === 'new code',

    /** Verifies the code mailed to the current address. `next` is the address that the visitor was shown. */
    async enterOld({ code, next }: { code: string; next: string }): Promise<void> {
      const current = find(next, 'old code')
      await gateway.enterOld(current.id, await seal(current, code))
      current.awaits = 'link'
    },

    /** Has the link mailed to the next address. Repeating it mails nothing more. */
    async mailLink(next: string): Promise<EmailChangeStep> {
      const current = find(next, 'link')
      const { matchCode, resendAfter } = await vault.mailLink(current.tx)
      current.step = { ...current.step, digits: matchCode, resendAt: inSeconds(resendAfter) }
      return current.step
    },

    /** Waits up to 25 seconds for the link to be approved. The code for the next address is mailed when it is. */
    async waitForLink(next: string): Promise<'pending' | 'approved'> {
      const current = find(next, 'link')
      const { status, statement } = await vault.waitForLink(current.tx)
      if (status === 'pending') return status
      const { format, resendAfter } = await gateway.next(current.id, statement ?? '')
      current.awaits = 'new code'
      current.step = { format, resendAt: inSeconds(resendAfter) }
      return status
    },

    /** Has another link or code mailed, which may have another format. */
    async resend(): Promise<EmailChangeStep> {
      const current = change
      if (!current) throw new NoChallengeError()
      const { step, awaits, id, tx } = current
      const sent = awaits === 'link' ? await vault.resendLink(tx) : await gateway.resend(id)
      current.step = { ...step, ...sent, resendAt: inSeconds(sent.resendAfter) }
      return current.step
    },

    /**
     * Verifies the code mailed to the next address, and has both servers change the address.
     *
     * @returns the user's address from then on
     */
    async enterNew({ code, next }: { code: string; next: string }): Promise<string> {
      const current = find(next, 'new code')
      const { id, tx, userId } = current
      // A code that was accepted before is not sent again: it can be used only once.
      if (current.proven?.code !== code)
        current.proven = { code, ...(await gateway.enterNew(id, await seal(current, code))) }
      const stored: StoredAddressChange = { id, tx, userId, statement: current.proven.statement }
      // Before the vault changes the address: from then on, only this page can notify the gateway at once.
      await storage.write(addressChangeKey, stored)
      const email = await hand(stored)
      if (change === current) change = undefined
      return email
    },

    /** Continues a change that an earlier page could not hand to both servers. */
    async finishStored(): Promise<void> {
      const stored = await readAddressChange(storage)
      if (stored?.userId !== session.get()?.userId || !stored) return
      // What failed is tried again by the next page, unless a server refused it for good.
      await hand(stored).catch(() => {})
    },

    cancel(): void {
      change = undefined
    },
  }
}

export type EmailChange = ReturnType<typeof createEmailChange>

/** Whether the vault refused the change for good, as opposed to being overloaded, or to a clock that is wrong. */
function isRefused({ status }: ServerError): boolean {
  return status < 500 && status !== 401 && status !== 429
}

/** Whether the gateway will never make a change that the vault has made. */
function isOver({ code }: ServerError): boolean {
  return ['address-change-expired', 'address-change-mismatch', 'email-taken'].includes(code)
}
