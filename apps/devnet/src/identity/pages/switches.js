const form = document.getElementById('switches')
const notice = document.getElementById('notice')

function readSwitches() {
  return Object.fromEntries(
    [...form.querySelectorAll('fieldset')].map(({ name, elements }) => [
      name,
      Object.fromEntries(
        [...elements].map((control) => [
          control.name,
          control.type === 'checkbox' ? control.checked : control.value,
        ]),
      ),
    ]),
  )
}

form.addEventListener('change', async () => {
  try {
    const body = JSON.stringify(readSwitches())
    const headers = { 'content-type': 'application/json' }
    const { ok } = await fetch('/switches', { method: 'PUT', headers, body })
    notice.textContent = ok ? 'Saved' : 'The identity server refused this. Reload the page.'
  } catch {
    notice.textContent = 'The identity server cannot be reached.'
  }
})
