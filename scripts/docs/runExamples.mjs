/** What the testkit says on purpose when a wallet with public keys is used on a network whose coins have a value. */
const intended = '[portico] A test wallet is in use on '
const readersWallet = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Wallet of the reader',
  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  rdns: 'org.example.wallet',
}
/** The button of an example that is pressed once the wallet is connected, the text that is then shown, and whether the kit asks to sign in there. */
const steps = {
  'NetworkSwitch.tsx': { press: 'Switch to Base', shown: 'Base', asks: true },
  'SendButton.tsx': { press: 'Send 0.001 ETH on Base', shown: /^Sent: 0x[0-9a-f]{64}$/ },
  'SignButton.tsx': { press: 'Sign a message', shown: /^0x[0-9a-f]{130}$/ },
  'SignedIn.tsx': { press: 'Sign out', shown: 'Sign in' },
}

/**
 * Returns the names of the live examples of a page.
 *
 * @param {string} text HTML
 * @returns {string[]}
 *
 * @example
 * listLiveExamples('<button>Run App.tsx</button>') // ['App.tsx']
 */
export function listLiveExamples(text) {
  return [...text.matchAll(/>Run ([\w.]+)</g)].map(([, name]) => name)
}

/**
 * Runs the live examples of a page as a reader does with the keyboard: starts them all, connects with the test wallet and signs in unless
 * that was done on another page, and presses a button of those that have one in `steps`. Throws where that is not possible.
 *
 * @param {{ page: import('@playwright/test').Page, names: readonly string[], report: (text: string) => void }} parameters `page` shows or
 * will soon show the page with these examples; `report` gets what is written to the console meanwhile
 *
 * @example
 * await runExamples({ page, names: ['SignedIn.tsx'], report: console.error })
 */
export async function runExamples({ page, names, report }) {
  const listen = (message) =>
    message.text().startsWith(intended) || report(`an example logs ${message.text()}`)
  page.on('console', listen)
  try {
    await announce({ page, wallet: readersWallet })
    for (const name of names) {
      await page.getByRole('button', { name: `Run ${name}`, exact: true }).press('Enter')
    }
    const stages = names.map((name) =>
      page.getByRole('region', { name: `Stop ${name}`, exact: true }).locator('.example-stage'),
    )
    for (const stage of stages) await stage.waitFor()
    await connect({ page, stage: stages[0] })
    for (const [at, name] of names.entries()) {
      if (!steps[name]) continue
      const { press, shown, asks } = steps[name]
      await stages[at].getByRole('button', { name: press }).press('Enter')
      await stages[at].getByText(shown, { exact: true }).waitFor()
      if (asks) await signIn(page)
    }
  } finally {
    page.off('console', listen)
  }
}

async function connect({ page, stage }) {
  const dialog = page.getByRole('dialog')
  const kit = stage.getByRole('button', { name: /^(Connect Wallet|Sign in|Log in)$/ })
  // An interface of one's own lists the wallets itself.
  const own = stage.getByRole('button', { name: /^Test wallet$/ })
  // An example that only asks the wallet shows no account.
  const connected = stage.getByText(/0xf3/i).or(stage.getByRole('button', { name: 'Sign a message' }))
  await connected.or(kit).or(own).first().waitFor()
  if (await connected.count()) return
  const isListed = (await own.count()) > 0
  const choice = isListed ? own : dialog.getByRole('button', { name: /^Test wallet(?! that)/ })
  if (!isListed) await kit.first().press('Enter')
  await choice.waitFor()
  if (await page.getByRole('button', { name: readersWallet.name }).count())
    throw new Error('It offers wallets of the reader, whose keys are not for examples.')
  await choice.press('Enter')
  await signIn(page)
  await connected.first().waitFor()
}

/** Announces a wallet to the page, as an extension of the reader does. */
async function announce({ page, wallet }) {
  await page.evaluate((info) => {
    const detail = Object.freeze({ info, provider: { request: () => Promise.reject(new Error('refused')) } })
    const answer = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    addEventListener('eip6963:requestProvider', answer)
    answer()
  }, wallet)
}

async function signIn(page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}
