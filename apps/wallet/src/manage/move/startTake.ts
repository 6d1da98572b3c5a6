import { element } from '@portico/page-server/element'
import { walletSiteProject } from '@portico/protocol/gateway'
import { createMoveClient } from '../../move/createMoveClient.ts'
import { readMoveLink } from '../../move/moveLink.ts'
import type { RunMove } from '../../move/moveTask.ts'
import { takeMove } from '../../move/takeMove.ts'
import { createAccount } from '../../session/createAccount.ts'
import { createLock } from '../../session/createLock.ts'
import { createServerClient } from '../../session/createServerClient.ts'
import { openPartition } from '../../session/openPartition.ts'
import { openStorage } from '../../session/openStorage.ts'
import { readClientId } from '../../session/readClientId.ts'
import { manageText } from '../copy.ts'
import { draw } from '../draw.ts'
import '../manage.css'
import type { ManageParameters } from '../startManage.ts'
import { moveText } from './copy.ts'
import { showTake } from './showTake.ts'

/**
 * Starts the page behind the link of a move, on the new device. It shares its storage with the wallet's own page, on which
 * the visitor is logged in afterwards. Nothing is sent before the visitor presses a button, so that no link scanner takes
 * part in a move.
 *
 * @param fragment of the page's address
 */
export async function startTake({
  root,
  page,
  isTop,
  startWorker,
  solveWork,
  runMove,
  fetch,
  fragment,
}: Omit<ManageParameters, 'runBackup' | 'runExport' | 'startImportWorker'> & {
  runMove: RunMove
  fragment: string
}): Promise<void> {
  if (!isTop)
    return draw(root, { title: moveText('move.take.title') }, element('p', {}, manageText('manage.framed')))
  const link = readMoveLink(fragment)
  // The link must stay neither in the history nor on the screen.
  history.replaceState(null, '', location.pathname)
  const storage = await openStorage()
  const dpop = await openPartition({ storage })
  const clientId = () => readClientId(storage)
  const gateway = createServerClient({ origin: page.gatewayUrl, dpop, fetch, clientId })
  const vault = createServerClient({ origin: page.vaultUrl, dpop, fetch })
  const account = createAccount({
    dpop,
    storage,
    gatewayServer: gateway,
    vaultServer: vault,
    lock: createLock(),
    startWorker,
    solveWork,
    sealTo: page.vaultKey,
    gatewayKey: page.gatewayKey,
    origin: location.origin,
    projectId: walletSiteProject,
  })
  const session = await account.resume()
  showTake({
    root,
    ownAddress: session?.address,
    hasLink: link !== undefined,
    openWallet: () => location.assign('/manage'),
    async take(showDigits) {
      if (!link) throw new Error('This page was opened without a link.')
      const { jkt, adopt } = account
      const client = createMoveClient({ gateway, vault })
      const wait = (milliseconds: number) =>
        new Promise<void>((resolve) => {
          setTimeout(resolve, milliseconds)
        })
      await takeMove(link, { client, jkt, runMove, adopt, showDigits, wait })
      return account.current()?.address ?? ''
    },
  })
}
