import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { DeviceStore } from './createDeviceStore.ts'

/** A device key of a user. */
type Device = { userId: string; jkt: string }

/** A statement ends only sessions created before it; the clocks of the two servers may differ by this much. */
const clockSkewMs = 60_000
/** How long a change of address can be undone, with a minute for rounding. */
const revertSeconds = 72 * 3600 + 60

/**
 * Creates the service that limits what new devices may do, and ends devices that the owner of the address stopped.
 *
 * A device is *held* while the vault withholds the recovery secret from it (`HOLD_HOURS`), and *new* for `deviceAgeMs`
 * after its first login, unless it created the user.
 */
export function createWalletDevices({
  store,
  statements,
  deviceAgeMs,
  now,
}: {
  store: DeviceStore
  statements: VaultStatements
  deviceAgeMs: number
  now: () => number
}) {
  /** Throws while the device of the session is held. Devices that logged in before records existed are not held. */
  async function requireReleased({ userId, jkt }: Device): Promise<void> {
    const { heldUntil = 0 } = (await store.find({ userId, jkt })) ?? {}
    if (heldUntil > now()) throw new Problem('device-held', { extra: { until: toIso(heldUntil) } })
  }

  /** Throws while the device of the session is held or new. */
  async function requireTrusted({ userId, jkt }: Device): Promise<void> {
    await requireReleased({ userId, jkt })
    const { since: stated = 0 } = (await store.find({ userId, jkt })) ?? {}
    const since = Math.max(stated, await store.firstSeen({ userId, jkt }))
    const until = since + deviceAgeMs
    if (since > 0 && until > now()) throw new Problem('device-too-new', { extra: { until: toIso(until) } })
  }

  return {
    /** Stores what the vault stated about a device at a login. Times are in seconds since epoch. */
    async record({
      userId,
      jkt,
      heldUntil = 0,
      deviceSince = 0,
    }: {
      userId: string
      jkt: string
      heldUntil?: number | undefined
      deviceSince?: number | undefined
    }): Promise<void> {
      const [held, since] = [heldUntil * 1000, deviceSince * 1000]
      await store.put({ userId, jkt, heldUntil: held, since, updatedAt: now() })
    },

    /**
     * Throws while the device is held: it may not add slots.
     *
     * @throws {Problem} `device-held`
     */
    requireReleased,

    /**
     * Throws while the device is held or new: it may not end other devices or delete slots. It is new for as long as either
     * server says, so that a compromised vault cannot make a device pass for an older one.
     *
     * @throws {Problem} `device-held` or `device-too-new`
     */
    requireTrusted,

    /** Returns the devices of a user that were introduced, with or without a session, newest first. */
    list: ({ userId }: Pick<Device, 'userId'>) => store.listIntroduced(userId),

    /** Returns the devices of a user that are held, and until when. */
    listHeld: ({ userId }: Pick<Device, 'userId'>) => store.listHeld({ userId, now: now() }),

    /**
     * Ends another device of the user, with or without a session. It must be introduced again, at both servers.
     *
     * @throws {Problem} `device-held`, `device-too-new`, or `not-found` if nothing is known of it or it is the device that asks
     */
    async endOther({ session, jkt }: { session: Device; jkt: string }): Promise<void> {
      await requireTrusted(session)
      const { userId } = session
      const isOwn = jkt === session.jkt
      if (isOwn || !(await store.remove({ userId, jkt, now: now() }))) throw new Problem('not-found')
    },

    /**
     * Ends the sessions and slots of devices that the owner stopped, by a statement of the vault. A hold that was
     * cancelled ends the key only if the gateway has it as held too, so that the vault alone cannot end older devices
     * with it. A change of address that was undone gives the user the previous address again, once; it must have been started
     * here by that device. Repeating the request changes nothing, also after the device has logged in again.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async end({ statement }: { statement: string }): Promise<void> {
      const stopped = await statements.readStopped(statement)
      const { sub: userId, jkt, iat } = stopped
      const before = iat * 1000 + clockSkewMs
      if (stopped.kind === 'hold-cancelled') {
        // Before the key is introduced, no record says that it is held.
        await store.endLogins({ userId, jkt, before, now: now() })
        const device = await store.find({ userId, jkt })
        if (!device || device.heldUntil <= now()) return
        await store.end({ userId, keys: [jkt], before, now: now() })
        return
      }
      // The link that undoes a change is valid for 72 hours.
      if (stopped.since < iat - revertSeconds) throw new Problem('statement-invalid')
      const since = stopped.since * 1000
      const keys = [...new Set([jkt, ...(await store.listSince({ userId, since }))])]
      await store.end({ userId, keys, before, undo: { jkt, tx: stopped.tx, since }, now: now() })
    },
  }
}

export type WalletDevices = ReturnType<typeof createWalletDevices>

const toIso = (time: number): string => new Date(time).toISOString()
