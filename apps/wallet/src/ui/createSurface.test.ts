// @vitest-environment jsdom

import { element } from '@portico/page-server/element'
import type { FrameEvent } from '@portico/protocol/frame'
import { describe, expect, test } from 'vitest'
import { createSurface } from './createSurface.ts'

describe('createSurface', () => {
  test('behavior: shows one view at a time, and reports its name and height to the host', () => {
    const root = document.createElement('main')
    let height = 212.4
    root.getBoundingClientRect = () => ({ height }) as DOMRect
    const events: FrameEvent[] = []
    const surface = createSurface({ root, emit: (event) => void events.push(event) })
    surface.show({ name: 'code', element: element('p', {}, '<b>one</b>') })
    expect(root.innerHTML).toBe('<p>&lt;b&gt;one&lt;/b&gt;</p>')
    height = 9000
    surface.show({ name: 'signature', element: element('p', {}, 'two') })
    expect(root.children).toHaveLength(1)
    surface.hide()
    surface.hide()
    expect(root.children).toHaveLength(0)
    expect(events.map(({ payload }) => payload)).toEqual([
      { view: 'code', height: 213 },
      { view: 'signature', height: 4000 },
      { view: 'none', height: 0 },
    ])
  })

  test('behavior: when the window gets the focus, the first control is focused unless another one already is', () => {
    const root = document.body.appendChild(document.createElement('main'))
    const surface = createSurface({ root, emit() {} })
    const reject = element('button', {}, 'Reject')
    const approve = element('button', {}, 'Approve')
    surface.show({ name: 'signature', element: element('section', {}, reject, approve) })
    window.dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(reject)
    approve.focus()
    window.dispatchEvent(new Event('focus'))
    expect(document.activeElement).toBe(approve)
  })
})
