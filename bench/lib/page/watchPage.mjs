/**
 * Runs in a page before its scripts. It announces an installed wallet and measures from inside the page, without the
 * delays of the browser's automation. Shadow roots are watched from their creation.
 */
export function watchPage() {
  const roots = [document]
  const waiting = new Set()
  const observer = new MutationObserver(() => {
    for (const check of waiting) check()
  })
  const observe = (root) =>
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  observe(document)
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function attach(init) {
    const root = attachShadow.call(this, init)
    roots.push(root)
    observe(root)
    return root
  }
  /** Resolves with the first time at which a condition holds, of all after a change of the page. */
  const until = (condition) =>
    new Promise((resolve) => {
      const check = () => {
        const value = condition()
        if (!value) return
        waiting.delete(check)
        resolve({ value, at: performance.now() })
      }
      waiting.add(check)
      check()
    })
  const find = (name) => {
    for (const root of roots) {
      for (const button of root.querySelectorAll('button')) {
        if (button.textContent.includes(name) && button.checkVisibility() && button.offsetHeight > 0)
          return button
      }
    }
    return undefined
  }
  const row = () => find('Bench Wallet')
  const isOpen = () => roots.some((root) => root.querySelector('dialog[open]'))
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** Resolves with the first of three frames in which nothing moves. */
  const rest = async () => {
    let [quiet, at] = [0, 0]
    while (quiet < 3) {
      await frame()
      const moving = roots
        .flatMap((root) => root.getAnimations())
        .some(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime),
        )
      quiet = moving ? 0 : quiet + 1
      if (quiet === 1) at = performance.now()
    }
    return at
  }

  let [blocked, shift] = [0, 0]
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value
  }).observe({ type: 'layout-shift', buffered: true })

  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  // Like a real wallet: returns no account to a page that has not asked to connect.
  let accounts = []
  const answers = {
    eth_requestAccounts: () => {
      accounts = [address]
      return accounts
    },
    eth_accounts: () => accounts,
    eth_chainId: () => '0x1',
    net_version: () => '1',
  }
  const provider = {
    async request({ method }) {
      if (method in answers) return answers[method]()
      throw Object.assign(new Error('Method not found.'), { code: -32601 })
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/%3E'
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench Wallet', icon, rdns: 'dev.bench' }
  const announce = () =>
    dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: Object.freeze({ info: Object.freeze(info), provider }),
      }),
    )
  addEventListener('eip6963:requestProvider', announce)
  announce()

  window.bench = {
    /**
     * Presses the button of the page; returns the milliseconds until the row can be pressed, when that was, and the milliseconds until
     * all is at rest.
     */
    async open() {
      const button = find('Connect Wallet')
      const start = performance.now()
      button.click()
      const shown = await until(row)
      return { row: shown.at - start, at: shown.at, rest: (await rest()) - start }
    },
    /** Presses the button as soon as there is one; returns the milliseconds from the navigation until the row can be pressed. */
    async openFirst() {
      const { value } = await until(() => find('Connect Wallet'))
      value.click()
      return (await until(row)).at
    },
    /** Presses the wallet; returns the milliseconds until the page has its address, and from then until the modal is gone. */
    async press() {
      const start = performance.now()
      row().click()
      const known = await until(() => document.querySelector('[data-testid=address]').textContent === address)
      const gone = await until(() => !isOpen())
      return { known: known.at - start, gone: Math.max(0, gone.at - known.at) }
    },
    closed: async () => void (await until(() => !isOpen())),
    shown: async () => void (await until(() => find('Connect Wallet'))),
    /** Paths of the requests that began before a time. A file that is preloaded and then imported counts once. */
    requested: (before = Number.POSITIVE_INFINITY) => [
      ...new Set(
        performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.startsWith('http') && startTime <= before)
          .map(({ name }) => new URL(name).pathname),
      ),
    ],
    read: () => ({ blocked, shift }),
  }
}
