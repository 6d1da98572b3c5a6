// Mails are foreign text: only `textContent` shows them, and of a link only http and https.

const list = document.getElementById('messages')
const empty = document.getElementById('empty')
const said = document.getElementById('said')
const shown = new Map()
let silence = 0

function make(name, { text, className, ...properties } = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  element.append(...children)
  return element
}

function say(text) {
  said.textContent = text
  clearTimeout(silence)
  silence = setTimeout(() => {
    said.textContent = ''
  }, 3000)
}

function copyButton(label, value) {
  const button = make('button', { type: 'button', text: label })
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(value)
      say('Copied')
    } catch {
      say('The browser did not allow copying: select the text instead')
    }
  })
  return button
}

function readLink(text) {
  const [found] = /https?:\/\/[^\s<>"]+/.exec(text) ?? []
  return found && URL.canParse(found) ? found : undefined
}

function readCode(text) {
  return /^\s*(\d{6})\s*$/m.exec(text)?.[1]
}

function render({ to, from, subject, text, receivedAt }) {
  const link = readLink(text)
  const code = readCode(text)
  const time = make('time', { dateTime: receivedAt, text: new Date(receivedAt).toLocaleTimeString() })
  const parts = [
    make('h2', { text: subject || '(no subject)' }),
    make('p', { className: 'about' }, ['To ', make('strong', { text: to }), ` · from ${from} · `, time]),
  ]
  if (code)
    parts.push(
      make('div', { className: 'take' }, [
        make('span', { className: 'code', text: code }),
        copyButton('Copy code', code),
      ]),
    )
  if (link)
    parts.push(
      make('div', { className: 'take' }, [
        make('span', { className: 'link', text: link }),
        make('a', {
          className: 'open',
          text: 'Open link',
          href: link,
          target: '_blank',
          rel: 'noopener noreferrer',
        }),
        copyButton('Copy link', link),
      ]),
    )
  parts.push(make('details', {}, [make('summary', { text: 'Whole message' }), make('pre', { text })]))
  return make('li', {}, parts)
}

async function refresh() {
  const response = await fetch('/api/messages')
  const messages = await response.json()
  const present = new Set(messages.map(({ id }) => id))
  for (const [id, element] of shown) {
    if (present.has(id)) continue
    element.remove()
    shown.delete(id)
  }
  // Oldest first, each on top; what is there stays, so that nothing open closes and no focus is lost.
  for (const message of messages.reverse()) {
    if (shown.has(message.id)) continue
    const element = render(message)
    shown.set(message.id, element)
    list.prepend(element)
  }
  empty.hidden = messages.length > 0
}

async function follow() {
  try {
    if (!document.hidden) await refresh()
  } catch {
    say('The mailbox does not answer')
  }
  setTimeout(follow, 1000)
}

document.getElementById('clear').addEventListener('click', async () => {
  await fetch('/api/messages', { method: 'DELETE' })
  await refresh()
  say('Deleted')
})
void follow()
