/** Shaping: a paragraph's text as positioned glyphs, by bidi, script and HarfBuzz, in font units. */
import { Buffer, BufferFlag, ClusterLevel, Direction, Feature, shape } from 'harfbuzzjs'
import { type BoundedCache, createBoundedCache } from '../pdf/bounded-cache.ts'
import { inVisualOrder, type LevelRun, type Levels, levelRuns, resolveLevels } from './bidi.ts'
import { type FaceRun, faceNumber, itemizeFaces } from './fallback.ts'
import { harfbuzzFont, leavesInk, type Typeface } from './font.ts'
import { graphemeStarts } from './graphemes.ts'
import { itemizeScripts, type ScriptRun } from './script.ts'

/** A glyph of a line. Its x under a tracking of `t` font units is `x + gap * t`. */
export interface ShapedGlyph {
  readonly id: number
  readonly x: number
  readonly y: number
  /** Number of tracked gaps before the glyph, in visual order. */
  readonly gap: number
  /** UTF-16 offset in the line's text where the glyph's cluster begins. */
  readonly cluster: number
}

/** Glyphs of one typeface, direction and script, in visual order; offsets are UTF-16 in the line's text. */
export interface ShapedRun {
  readonly typeface: Typeface
  /** From the typeface's font units to those of the line, which are the first typeface's. */
  readonly scale: number
  readonly start: number
  readonly end: number
  readonly rightToLeft: boolean
  readonly glyphs: readonly ShapedGlyph[]
}

export interface ShapedLine {
  readonly text: string
  /** In visual order. */
  readonly runs: readonly ShapedRun[]
  /** Font units of the paragraph's own typeface, as all lengths of a line, without tracking. */
  readonly advance: number
  /** Number of gaps that tracking widens or narrows: none at the ends, none within a grapheme. */
  readonly gaps: number
  /** Code points for which no typeface has a glyph; their glyphs are left out. */
  readonly missing: readonly number[]
}

export interface Paragraph {
  readonly text: string
  /** True where the paragraph is read from the right. */
  readonly rightToLeft: boolean
  /** Shapes the line [start, end), UTF-16. `tracked` sets it without optional ligatures, as tracking asks. */
  line(start: number, end: number, tracked: boolean): ShapedLine
}

/** Scripts whose letters join: tracking would tear them apart, so it stands only between their runs. */
const CURSIVE = new Set([
  'Arab',
  'Syrc',
  'Mong',
  'Nkoo',
  'Mand',
  'Phag',
  'Rohg',
  'Adlm',
  'Mani',
  'Sogd',
  'Chrs',
  'Ougr',
])
/** Ligatures that are a matter of taste; required ones (`rlig`) stay. */
const WITHOUT_LIGATURES = ['liga', 'clig', 'dlig', 'hlig'].map((tag) => new Feature(tag, 0))
const FLAGS = BufferFlag.REMOVE_DEFAULT_IGNORABLES | BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE
/** Anything else makes the parser of features throw. */
const PRINTABLE_ASCII = /^[ -~]+$/
const SOFT_HYPHEN = '\u00ad'

/** Kept for the next call: paragraphs up to a length, each with lines up to a number of characters in all. */
const CACHED_PARAGRAPHS = 64
const CACHED_LENGTH = 512
const CACHED_CHARACTERS = 4096
const paragraphs = new WeakMap<Typeface, BoundedCache<Paragraph>>()

/**
 * Prepares one paragraph: a text in NFC without line breaks. `features` are in HarfBuzz notation, unknown ones are
 * ignored. Characters that the typeface lacks are set in the first of `fallbacks` that has them. Lines are shaped when
 * they are asked for, and kept for a while.
 */
export function shapeParagraph(
  typeface: Typeface,
  text: string,
  features: readonly string[],
  fallbacks: readonly Typeface[] = [],
): Paragraph {
  let cache = paragraphs.get(typeface)
  if (cache === undefined) {
    cache = createBoundedCache(CACHED_PARAGRAPHS)
    paragraphs.set(typeface, cache)
  }
  const key = `${fallbacks.map(faceNumber).join()}\n${features.join()}\n${text}`
  let paragraph = cache.get(key)
  if (paragraph === undefined) {
    paragraph = createParagraph(typeface, text, features, fallbacks)
    if (text.length <= CACHED_LENGTH) cache.set(key, paragraph)
  }
  return paragraph
}

/** One line of text without features and tracking, for text outside fields, such as a watermark. */
export function shapeText(
  typeface: Typeface,
  text: string,
): { readonly advance: number; readonly glyphs: readonly ShapedGlyph[] } {
  const { advance, runs } = shapeParagraph(typeface, text, []).line(0, text.length, false)
  return { advance, glyphs: runs.flatMap((run) => run.glyphs) }
}

function createParagraph(
  typeface: Typeface,
  text: string,
  features: readonly string[],
  fallbacks: readonly Typeface[],
): Paragraph {
  const levels = resolveLevels(text)
  const scripts = itemizeScripts(text)
  const faces =
    fallbacks.length === 0
      ? [{ start: 0, end: text.length, typeface }]
      : itemizeFaces(typeface, fallbacks, text)
  const asked = features
    .filter((feature) => PRINTABLE_ASCII.test(feature))
    .map((feature) => Feature.fromString(feature))
    .filter((feature) => feature !== undefined)
  const lines = createBoundedCache<ShapedLine>(
    CACHED_CHARACTERS + 4 * text.length,
    (line) => line.text.length,
  )
  return {
    text,
    rightToLeft: levels.base % 2 === 1,
    line(start, end, tracked) {
      const key = `${start} ${end} ${tracked}`
      let line = lines.get(key)
      if (line === undefined) {
        const runs = inVisualOrder(splitRuns(text, levels, scripts, faces, start, end))
        const lineText = text.slice(start, end)
        line = shapeLine(
          typeface,
          // A soft hyphen at which the line is broken is seen.
          end < text.length && lineText.endsWith(SOFT_HYPHEN) ? `${lineText.slice(0, -1)}-` : lineText,
          start,
          runs,
          tracked ? [...asked, ...WITHOUT_LIGATURES] : asked,
        )
        lines.set(key, line)
      }
      return line
    },
  }
}

type Piece = LevelRun & { readonly script: string; readonly typeface: Typeface }

/** The line's runs of one level, one script and one typeface, in logical order. */
function splitRuns(
  text: string,
  levels: Levels,
  scripts: readonly ScriptRun[],
  faces: readonly FaceRun[],
  start: number,
  end: number,
): readonly Piece[] {
  return levelRuns(text, levels, start, end).flatMap(({ level, ...run }) =>
    within(run, scripts).flatMap(({ script, ...part }) =>
      within(part, faces).map(({ typeface, ...piece }) => ({ ...piece, level, script, typeface })),
    ),
  )
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** The parts of these runs within a stretch. */
function within<R extends Stretch>({ start, end }: Stretch, runs: readonly R[]): readonly R[] {
  return runs
    .filter((run) => run.end > start && run.start < end)
    .map((run) => ({ ...run, start: Math.max(start, run.start), end: Math.min(end, run.end) }))
}

/** Cut apart for its fonts alone, within letters that join. */
function joins(piece: Piece, before: Piece | undefined): boolean {
  if (before === undefined || !CURSIVE.has(piece.script)) return false
  const adjacent = before.end === piece.start || piece.end === before.start
  return adjacent && before.script === piece.script && before.level === piece.level
}

function shapeLine(
  typeface: Typeface,
  text: string,
  lineStart: number,
  pieces: readonly Piece[],
  features: Feature[],
): ShapedLine {
  const starts = graphemeStarts(text)
  const missing = new Set<number>()
  const runs: ShapedRun[] = []
  let pen = 0
  let gap = 0
  for (const [index, piece] of pieces.entries()) {
    const start = piece.start - lineStart
    const end = piece.end - lineStart
    const rightToLeft = piece.level % 2 === 1
    const spaced = !CURSIVE.has(piece.script)
    const face = piece.typeface
    const scale = typeface.unitsPerEm / face.unitsPerEm
    const buffer = shapeRun(face, text, start, end, rightToLeft, piece.script, features)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const glyphs: ShapedGlyph[] = []
    let clusters: number[] | undefined
    if (index > 0 && infos.length > 0 && !joins(piece, pieces[index - 1])) gap++
    for (let at = 0; at < infos.length; at++) {
      const info = infos[at]!
      const position = positions[at]!
      const before = at === 0 ? info.cluster : infos[at - 1]!.cluster
      if (spaced && before !== info.cluster && startsGrapheme(starts, Math.max(before, info.cluster))) gap++
      const isMissing = info.codepoint === 0
      const isBlank = !isMissing && text[info.cluster] !== ' ' && face.bounds(info.codepoint) === null
      if (isMissing || isBlank) clusters ??= infos.map(({ cluster }) => cluster).sort((a, b) => a - b)
      const next = clusters?.find((cluster) => cluster > info.cluster) ?? end
      const cluster = isMissing || isBlank ? text.slice(info.cluster, next) : ''
      if (isMissing) collectMissing(face, cluster, missing)
      else if (isBlank && isUndrawn(face, cluster, info.cluster, infos))
        collectUndrawn(face, cluster, missing)
      else {
        glyphs.push({
          id: info.codepoint,
          x: pen + position.xOffset * scale,
          y: position.yOffset * scale,
          gap,
          cluster: info.cluster,
        })
      }
      pen += position.xAdvance * scale
    }
    runs.push({ typeface: face, scale, start, end, rightToLeft, glyphs })
  }
  return { text, runs, advance: pen, gaps: gap, missing: [...missing] }
}

/** Nothing of the cluster leaves ink, although its characters do, in a font that has no outlines of them. */
function isUndrawn(
  face: Typeface,
  cluster: string,
  start: number,
  infos: readonly { readonly codepoint: number; readonly cluster: number }[],
): boolean {
  if (!Array.from(cluster).some((character) => isUndrawnIn(face, character))) return false
  return !infos.some((info) => info.cluster === start && face.bounds(info.codepoint) !== null)
}

/** Decision: accents count in fonts of colours alone; others have marks that draw nothing by design. */
const isUndrawnIn = (face: Typeface, character: string) =>
  face.colored
    ? leavesInk(character) || (MARK.test(character) && !IGNORABLE.test(character))
    : leavesInk(character) && !face.hasCodePoint(character.codePointAt(0) ?? 0)

const MARK = /^\p{M}$/u

function collectUndrawn(face: Typeface, cluster: string, missing: Set<number>): void {
  for (const character of cluster)
    if (isUndrawnIn(face, character)) missing.add(character.codePointAt(0) ?? 0)
}

function startsGrapheme(starts: ReadonlySet<number> | null, offset: number): boolean {
  return starts === null || starts.has(offset)
}

let shared: Buffer | undefined

/** Shapes text[start, end), which stays valid in the returned buffer until the next call; the rest is context. */
function shapeRun(
  typeface: Typeface,
  text: string,
  start: number,
  end: number,
  rightToLeft: boolean,
  script: string,
  features: Feature[],
): Buffer {
  shared ??= new Buffer()
  shared.clearContents()
  shared.setFlags(FLAGS)
  // Marks keep clusters of their own, so that each glyph can say which character it stands for.
  shared.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  shared.addText(text, start, end - start)
  shared.setDirection(rightToLeft ? Direction.RTL : Direction.LTR)
  shared.setScript(script)
  shape(harfbuzzFont(typeface), shared, features)
  return shared
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u

/** The code points of a cluster without a glyph that the typeface lacks; all of them if it has each by itself. */
function collectMissing(typeface: Typeface, cluster: string, missing: Set<number>): void {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0) ?? 0).filter(
    (codePoint) => !IGNORABLE.test(String.fromCodePoint(codePoint)),
  )
  const lacking = codePoints.filter((codePoint) => !typeface.hasCodePoint(codePoint))
  for (const codePoint of lacking.length > 0 ? lacking : codePoints) missing.add(codePoint)
}
