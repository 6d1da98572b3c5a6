// Mails are untrusted text: they are shown with `textContent` only, and only http and https links can be opened.

import { readCode, readLink } from './readMail.js'

const list = document.getElementById('messages')
const empty = document.getElementById('empty')
const notice = document.getElementById('notice')
const shown = new Map()
let noticeTimer = 0

function make(name, { text, className, ...properties } = {}, children = []) {
  const element = Object.assign(document.createElement(name), properties)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  element.append(...children)
  return element
}

function showNotice(text) {
  notice.textContent = text
  clearTimeout(noticeTimer)
  noticeTimer = setTimeout(() => {
    notice.textContent = ''
  }, 3000)
}

function copyButton(label, value) {
  const button = make('button', { type: 'button', text: label })
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(value)
      showNotice('Copied')
    } catch {
      showNotice('Copying was blocked by the browser. Select the text and copy it yourself.')
    }
  })
  return button
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
  // Insert new messages at the top and keep existing elements, so that open details and the focus are preserved.
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
    showNotice('The inbox server cannot be reached. Retrying…')
  }
  setTimeout(follow, 1000)
}

document.getElementById('clear').addEventListener('click', async () => {
  await fetch('/api/messages', { method: 'DELETE' })
  await refresh()
  showNotice('Deleted')
})
void follow()
