/** Finds another file behind the end of an image. */

type Signature = readonly [sign: string, name: string]

/** Text, in capitals or not, of formats whose readers search the middle of a file. */
const WORDS: readonly Signature[] = [
  ['%pdf-', 'a PDF'],
  ['<?php', 'a program'],
  ['<script', 'a web page'],
  ['<html', 'a web page'],
  ['<!doctype', 'a web page'],
  ['<svg', 'an SVG'],
  ['%!ps-adobe', 'a PostScript file'],
]

/** The same, to the byte: long enough not to appear by chance. */
const BYTES: readonly Signature[] = [
  ['PK\x03\x04', 'a ZIP archive'],
  ['PK\x05\x06', 'a ZIP archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['\x89PNG\r\n\x1a\n', 'a PNG'],
  ['GIF87a', 'a GIF'],
  ['GIF89a', 'a GIF'],
]

/** What counts only at the beginning, behind zeros and spaces. */
const STARTS: readonly Signature[] = [
  ['#!', 'a program'],
  ['<?=', 'a program'],
  ['<%', 'a program'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['\x1f\x8b\x08', 'a gzip archive'],
  ['<?xml', 'an XML file'],
  ['II*\0', 'a TIFF'],
  ['MM\0*', 'a TIFF'],
]

/** The name of the format stands behind its length. */
const WEBP = /^RIFF.{4}WEBP/s
const BOXES = /^.{0,4}ftyp/s

/** What follows an image of this format, in words; null for bytes that no program takes for a file. */
export function followerIn(tail: Uint8Array, format: string): string | null {
  const text = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).toString('latin1')
  if (text === '') return null
  const begins = text.replace(/^[\0\s]+/, '').slice(0, 16)
  const folded = text.toLowerCase()
  const found =
    WORDS.find(([sign]) => folded.includes(sign)) ??
    BYTES.find(([sign]) => text.includes(sign)) ??
    STARTS.find(([sign]) => begins.startsWith(sign))
  if (found !== undefined) return found[1]
  if (WEBP.test(begins)) return 'a WebP'
  // Cameras write further images and films behind a JPEG: previews, gain maps, motion.
  if (format === 'jpeg') return null
  if (begins.startsWith('\xff\xd8\xff')) return 'a JPEG'
  return BOXES.test(begins) ? 'a film or another image' : null
}
