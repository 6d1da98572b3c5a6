import { describe, expect, test } from 'vitest'
import { createPng, pictureHeaders } from '../../testing/pictures.ts'
import { identifyImage } from './identifyImage.ts'

describe('identifyImage', () => {
  test.each([['image/png', createPng({ width: 300, height: 200 })], ...Object.entries(pictureHeaders)])(
    'behavior: returns media type and size of %s',
    (name, bytes) => {
      const mediaType = name.split(' ')[0]
      expect(identifyImage(bytes)).toEqual({ mediaType, width: 300, height: 200 })
    },
  )

  test.each([['image/png', createPng()], ...Object.entries(pictureHeaders)])(
    'error: %s truncated anywhere in its header does not throw',
    (_, bytes) => {
      for (let end = 0; end < bytes.length; end++) {
        const kind = identifyImage(bytes.subarray(0, end))
        if (end < 10) expect(kind).toBeUndefined()
      }
    },
  )

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG without pixels', createPng({ width: 0, height: 5 })],
    ['a JPEG without a frame', Buffer.from('ffd8ffe00002ffe00002', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a video', Buffer.from('00000018667479706d703432000000006d703432', 'hex')],
    ['a BMP', Buffer.from('424d3a000000000000003600000028000000', 'hex')],
  ])('error: returns undefined for %s', (_, bytes) => {
    expect(identifyImage(bytes)).toBeUndefined()
  })
})
