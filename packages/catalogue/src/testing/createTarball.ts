import { gzipSync } from 'node:zlib'

/** Creates a package's tarball as npm does: ustar, with pax headers for paths longer than 100 bytes. */
export function createTarball(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = Object.entries(files).flatMap(([file, content]) => {
    const path = `package/${file}`
    const bytes = Buffer.from(content)
    if (Buffer.byteLength(path) <= 100) return entry({ path, type: '0', bytes })
    const record = ` path=${path}\n`
    const length = [2, 3, 4]
      .map((digits) => digits + record.length)
      .find((n) => `${n}`.length + record.length === n)
    const pax = Buffer.from(`${length}${record}`)
    return [
      ...entry({ path: 'pax', type: 'x', bytes: pax }),
      ...entry({ path: path.slice(0, 100), type: '0', bytes }),
    ]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]))
}

function entry({ path, type, bytes }: { path: string; type: string; bytes: Buffer }): Buffer[] {
  const header = Buffer.alloc(512)
  header.write(path, 0, 100)
  header.write('0000644\0', 100)
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write('ustar\u000000', 257)
  return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
}
