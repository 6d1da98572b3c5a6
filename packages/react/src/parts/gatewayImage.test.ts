import { describe, expect, test } from 'vitest'
import { gatewayImage } from './gatewayImage.ts'

const gateway = 'https://gateway.example/base'

describe('gatewayImage', () => {
  test.each([
    ['data:image/png;base64,AA==', gateway, 'data:image/png;base64,AA=='],
    ['/v1/image?url=a&sig=b', gateway, 'https://gateway.example/base/v1/image?url=a&sig=b'],
    ['/v1/image?url=a', 'http://localhost:4401/', 'http://localhost:4401/v1/image?url=a'],
    ['https://gateway.example/x.png', gateway, 'https://gateway.example/x.png'],
  ])('behavior: %s is shown', (image, gatewayUrl, expected) => {
    expect(gatewayImage(image, gatewayUrl)).toBe(expected)
  })

  test.each([
    ['https://evil.example/x.png', gateway],
    ['//evil.example/x.png', gateway],
    ['http://gateway.example/x.png', gateway],
    ['data:text/html,<script>', gateway],
    ['javascript:alert(1)', gateway],
    ['ipfs://bafy', gateway],
    ['/v1/image?url=a', undefined],
    [null, gateway],
  ])('behavior: %s is not shown', (image, gatewayUrl) => {
    expect(gatewayImage(image, gatewayUrl)).toBeUndefined()
  })
})
