/** Three hundred image files that nobody may take: bombs, liars, polyglots, animations, and sound ones cut short or spoiled. */
import { deflateSync } from 'node:zlib'
import {
  box,
  data,
  frameOf,
  manyScans,
  pngHead,
  pngOf,
  resizedAvif,
  resizedJpeg,
  riff,
  soundFiles,
  text,
  webpCanvas,
} from '../support/pdf/image-parts.ts'
import { blackPng, pngChunk, ramp, withChunk, withSegment } from '../support/pdf/pictures.ts'
import type { Chance } from '../support/run/seeded-chance.ts'

export interface HostilePicture {
  readonly name: string
  readonly bytes: Buffer
  /** A spoiled file may be sound enough to be read, as photos from an old card are. */
  readonly mayPass?: true
}

function pixelBombs({ jpeg, avif }: { jpeg: Buffer; avif: Buffer }): HostilePicture[] {
  const sizes = [
    [20_000, 20_000],
    [65_500, 65_500],
    [30_001, 10],
    [12_000, 9000],
  ] as const
  const lines = Buffer.alloc(2)
  return [
    ...sizes.map(([w, h]) => ({
      name: `pixels: PNG of ${w} x ${h}, all of it there`,
      bytes: blackPng(Math.min(w, 32_000), Math.min(h, 32_000)),
    })),
    ...sizes.map(([w, h]) => ({
      name: `pixels: PNG that says ${w} x ${h}`,
      bytes: pngOf(pngHead(w, h), data(lines)),
    })),
    ...sizes.map(([w, h]) => ({
      name: `pixels: JPEG that says ${w} x ${h}`,
      bytes: resizedJpeg(jpeg, Math.min(w, 65_500), h),
    })),
    ...sizes.map(([w, h]) => ({
      name: `pixels: AVIF that says ${w} x ${h}`,
      bytes: resizedAvif(avif, w, h),
    })),
    ...([0x7fffffff, 0xffffffff, 0] as const).map((side) => ({
      name: `pixels: PNG with a side of ${side}`,
      bytes: pngOf(pngHead(side, side), data(lines)),
    })),
    ...([0, 1] as const).map((interlace) => ({
      name: `pixels: PNG of 16 bits and 9,000 px a side, interlace ${interlace}, of nothing`,
      bytes: pngOf(
        pngHead(9000, 9000, 16, 6, interlace),
        pngChunk('IDAT', deflateSync(Buffer.alloc(30_000_000))),
      ),
    })),
    {
      name: 'pixels: WebP canvas of 16 million a side',
      bytes: riff(['VP8X', webpCanvas(0, 1 << 24, 1 << 24)], ['VP8 ', Buffer.alloc(64)]),
    },
    {
      name: 'pixels: WebP canvas of 16,383 a side',
      bytes: riff(['VP8X', webpCanvas(0, 16_383, 16_383)], ['VP8 ', Buffer.alloc(64)]),
    },
  ]
}

async function frameBombs({
  png,
  webp,
  avif,
}: {
  png: Buffer
  webp: Buffer
  avif: Buffer
}): Promise<HostilePicture[]> {
  const control = (frames: number) => {
    const body = Buffer.alloc(8)
    body.writeUInt32BE(frames >>> 0, 0)
    return body
  }
  const frame = Buffer.concat([Buffer.alloc(16), webp.subarray(12)])
  const animation = riff(
    ['VP8X', webpCanvas(2, 600, 400)],
    ['ANIM', Buffer.alloc(6)],
    ...Array.from({ length: 300 }, () => ['ANMF', frame] as const),
  )
  const sequence = Buffer.from(avif)
  sequence.write('avis', 8, 'latin1')
  return [
    ...[1, 2, 5000, 0xffffffff].map((frames) => ({
      name: `frames: PNG of ${frames} frames`,
      bytes: withChunk(png, 'acTL', control(frames)),
    })),
    { name: 'frames: WebP of 300 frames', bytes: animation },
    {
      name: 'frames: WebP with a frame alone',
      bytes: riff(['VP8X', webpCanvas(2, 600, 400)], ['ANMF', frame]),
    },
    { name: 'frames: AVIF sequence', bytes: sequence },
    { name: 'frames: AVIF with a movie', bytes: Buffer.concat([avif, box('moov', Buffer.alloc(40))]) },
    { name: 'frames: GIF', bytes: Buffer.from(await ramp(60, 40).gif().toBuffer()) },
  ]
}

function profileBombs({ jpeg, png, webp }: { jpeg: Buffer; png: Buffer; webp: Buffer }): HostilePicture[] {
  const gigabyte = deflateSync(Buffer.alloc(400_000_000), { level: 9 })
  const named = (words: string, body: Buffer) => Buffer.concat([text(`${words}\0\0`), body])
  const bytes = (count: number) => Buffer.alloc(count, 0x41)
  const segments = (marker: number, head: string, count: number) => {
    let file = jpeg
    for (let at = 0; at < count; at += 1)
      file = withSegment(
        file,
        marker,
        Buffer.concat([text(head), Buffer.from([at + 1, count]), bytes(60_000)]),
      )
    return file
  }
  // A directory of EXIF that names itself as the next one.
  const loop = Buffer.concat([text('Exif\0\0MM\0*'), Buffer.from([0, 0, 0, 8, 0, 0, 0, 0, 0, 8])])
  return [
    {
      name: 'profile: PNG profile that unpacks to 400 MB',
      bytes: withChunk(png, 'iCCP', named('icc', gigabyte)),
      mayPass: true,
    },
    {
      name: 'profile: PNG text that unpacks to 400 MB',
      bytes: withChunk(png, 'zTXt', named('Comment', gigabyte)),
      mayPass: true,
    },
    {
      name: 'profile: PNG profile that is none',
      bytes: withChunk(png, 'iCCP', named('icc', deflateSync(bytes(500)))),
      mayPass: true,
    },
    {
      name: 'profile: WebP profile that is none',
      bytes: riff(['VP8X', webpCanvas(0x20, 600, 400)], ['ICCP', bytes(5000)], ['VP8 ', webp.subarray(20)]),
      mayPass: true,
    },
    {
      name: 'profile: JPEG profile of 255 parts',
      bytes: segments(0xe2, 'ICC_PROFILE\0', 255),
      mayPass: true,
    },
    {
      name: 'profile: JPEG with 15 MB of XMP',
      bytes: segments(0xe1, 'http://ns.adobe.com/xap/1.0/\0', 250),
      mayPass: true,
    },
    {
      name: 'profile: JPEG with EXIF that runs in circles',
      bytes: withSegment(jpeg, 0xe1, loop),
      mayPass: true,
    },
    {
      name: 'profile: PNG with 200,000 chunks',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        ...Array.from({ length: 200_000 }, () => pngChunk('teXt', Buffer.alloc(0))),
        png.subarray(33),
      ]),
      mayPass: true,
    },
  ]
}

function polyglots(sound: Readonly<Record<string, Buffer>>): HostilePicture[] {
  const others = {
    ZIP: text('PK\x03\x04\x14\0\0\0'),
    PDF: text('\n%PDF-1.7\n1 0 obj<<>>endobj'),
    PHP: text('<?php echo 1;'),
    HTML: text('<html><script>alert(1)</script>'),
    SVG: text('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  }
  return Object.entries(sound).flatMap(([kind, file]) =>
    Object.entries(others).map(([name, other]) => ({
      name: `polyglot: ${kind} and ${name}`,
      bytes: Buffer.concat([file, other]),
    })),
  )
}

async function wrongKinds({ jpeg }: { jpeg: Buffer }): Promise<HostilePicture[]> {
  const tiff = await ramp(60, 40).tiff().toBuffer()
  const kinds: Readonly<Record<string, Buffer>> = {
    ...{ empty: Buffer.alloc(1), text: text('Dear customer'), HTML: text('<!DOCTYPE html><p>'), TIFF: tiff },
    SVG: text(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    ),
    'SVG behind a mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text('<svg/>')]),
    PDF: text('%PDF-1.7\n%%EOF'),
    'PDF behind a JPEG head': Buffer.concat([jpeg.subarray(0, 20), text('%PDF-1.7')]),
    PSD: text('8BPS\0\x01'),
    EPS: text('%!PS-Adobe-3.0 EPSF-3.0'),
    BMP: Buffer.concat([text('BM'), Buffer.alloc(60)]),
    ICO: Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
    ZIP: text('PK\x03\x04'),
    HEIC: box('ftyp', text('heic'), Buffer.alloc(4), text('mif1heic')),
    'HEIF of many': box('ftyp', text('msf1'), Buffer.alloc(4), text('hevc')),
    'JPEG 2000': Buffer.concat([
      box('jP  ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
      box('ftyp', text('jp2 ')),
    ]),
    'JPEG XL': Buffer.from([0xff, 0x0a, 0, 0, 0, 0]),
    MP4: box('ftyp', text('isom'), Buffer.alloc(4)),
    WAV: Buffer.concat([text('RIFF'), Buffer.from([36, 0, 0, 0]), text('WAVEfmt ')]),
    program: Buffer.concat([text('\x7fELF'), Buffer.alloc(200)]),
    'MNG of nothing': text('\x8aMNG\r\n\x1a\n'),
    FITS: text('SIMPLE  =                    T'),
    'Radiance HDR': text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n'),
    PPM: text('P6 60000 60000 255\n'),
    OpenEXR: Buffer.from([0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]),
  }
  return Object.entries(kinds).map(([name, bytes]) => ({ name: `kind: ${name}`, bytes }))
}

async function brokenHeads({
  jpeg,
  png,
  webp,
  avif,
}: Awaited<ReturnType<typeof soundFiles>>): Promise<HostilePicture[]> {
  const progressive = await ramp(2400, 1600).jpeg({ progressive: true }).toBuffer()
  const lines = Buffer.alloc(200 * (1 + 200 * 3))
  const marked = (marker: number) => frameOf(jpeg, (frame) => frame.writeUInt8(marker, 1))
  return [
    ...[0xc3, 0xc5, 0xc7, 0xcb].map((marker) => ({
      name: `head: JPEG of process ${marker.toString(16)}`,
      bytes: marked(marker),
    })),
    { name: 'head: JPEG of 12 bits', bytes: frameOf(jpeg, (frame) => frame.writeUInt8(12, 4)) },
    { name: 'head: JPEG of 255 components', bytes: frameOf(jpeg, (frame) => frame.writeUInt8(255, 9)) },
    { name: 'head: JPEG without height', bytes: resizedJpeg(jpeg, 600, 0) },
    { name: 'head: JPEG that is twice as high', bytes: resizedJpeg(jpeg, 600, 8000), mayPass: true },
    { name: 'head: JPEG with 900 scans', bytes: manyScans(progressive, 900), mayPass: true },
    { name: 'head: JPEG with 300 scans', bytes: manyScans(progressive, 300), mayPass: true },
    {
      name: 'head: JPEG whose tables are wrong',
      bytes: Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xc4, 0, 0x13, 0, ...Array(16).fill(255)]),
        jpeg.subarray(2),
      ]),
    },
    {
      name: 'head: JPEG of markers alone',
      bytes: Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        Buffer.alloc(2_000_000, 0xff),
        Buffer.from([0xff, 0xd9]),
      ]),
    },
    ...[3, 32].map((depth) => ({
      name: `head: PNG of ${depth} bits`,
      bytes: pngOf(pngHead(200, 200, depth), data(lines)),
    })),
    ...[1, 5, 7].map((color) => ({
      name: `head: PNG of colour type ${color}`,
      bytes: pngOf(pngHead(200, 200, 8, color), data(lines)),
    })),
    { name: 'head: PNG without its palette', bytes: pngOf(pngHead(200, 200, 8, 3), data(lines)) },
    { name: 'head: PNG without data', bytes: pngOf(pngHead(200, 200)) },
    { name: 'head: PNG with less data than it says', bytes: pngOf(pngHead(2000, 2000), data(lines)) },
    {
      name: 'head: PNG whose data is no deflate',
      bytes: pngOf(pngHead(200, 200), pngChunk('IDAT', Buffer.alloc(2000, 7))),
    },
    {
      name: 'head: PNG whose filters are wrong',
      bytes: pngOf(pngHead(200, 200), data(Buffer.alloc(lines.length, 9))),
    },
    { name: 'head: PNG with a wrong checksum', bytes: spoiledAt(png, 40) },
    { name: 'head: PNG that begins with its data', bytes: pngOf(data(lines), pngHead(200, 200)) },
    { name: 'head: WebP that says it is longer', bytes: longer(webp) },
    { name: 'head: WebP of a head alone', bytes: riff(['VP8X', webpCanvas(0, 600, 400)]) },
    { name: 'head: WebP without chunks', bytes: riff() },
    { name: 'head: AVIF without data', bytes: avif.subarray(0, avif.indexOf('mdat') - 4) },
    {
      name: 'head: AVIF of nothing else than its name',
      bytes: box('ftyp', text('avif'), Buffer.alloc(4), text('mif1')),
    },
    {
      name: 'head: AVIF whose box has no size',
      bytes: Buffer.concat([avif.subarray(0, 32), Buffer.from([0, 0, 0, 4]), avif.subarray(36)]),
    },
    { name: 'head: AVIF with its data elsewhere', bytes: resizedAvif(avif, 0, 0) },
  ]
}

function longer(webp: Buffer): Buffer {
  const changed = Buffer.from(webp)
  changed.writeUInt32LE(webp.length * 2, 4)
  return changed
}

function spoiledAt(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file)
  changed[at] = (changed[at] ?? 0) ^ 0x55
  return changed
}

/** As a line that is cut leaves a file. */
function truncated(sound: Readonly<Record<string, Buffer>>, cuts: number): HostilePicture[] {
  return Object.entries(sound).flatMap(([kind, file]) =>
    Array.from({ length: cuts }, (_, at) => {
      const end = Math.max(1, Math.floor((file.length * (at + 0.5)) / cuts))
      return { name: `cut: ${kind} at ${end} of ${file.length}`, bytes: file.subarray(0, end) }
    }),
  )
}

/** As a bad card leaves it: bytes changed, a stretch lost or doubled. */
function spoiled(sound: Readonly<Record<string, Buffer>>, chance: Chance, count: number): HostilePicture[] {
  const kinds = Object.entries(sound)
  return Array.from({ length: count }, (_, at) => {
    const part = chance.branch()
    const [kind, file] = kinds[at % kinds.length] as [string, Buffer]
    const from = part.whole(1, file.length - 2)
    const length = part.whole(1, 400)
    const way = part.pick(['changed', 'lost', 'doubled'] as const)
    let bytes = Buffer.from(file)
    if (way === 'lost') bytes = Buffer.concat([file.subarray(0, from), file.subarray(from + length)])
    else if (way === 'doubled') bytes = Buffer.concat([file.subarray(0, from + length), file.subarray(from)])
    else
      for (let byte = 0; byte < length; byte += 1) bytes[part.whole(0, bytes.length - 1)] = part.whole(0, 255)
    return { name: `spoiled: ${kind} ${way} (${part.seed})`, bytes, mayPass: true }
  })
}

/** `share` of the cut and spoiled ones; bombs and liars are always all there. */
export async function hostilePictures(chance: Chance, share = 1): Promise<readonly HostilePicture[]> {
  const sound = await soundFiles()
  return [
    ...pixelBombs(sound),
    ...(await frameBombs(sound)),
    ...profileBombs(sound),
    ...polyglots(sound),
    ...(await wrongKinds(sound)),
    ...(await brokenHeads(sound)),
    ...truncated(sound, Math.ceil(20 * share)),
    ...spoiled(sound, chance, Math.ceil(110 * share)),
  ]
}
