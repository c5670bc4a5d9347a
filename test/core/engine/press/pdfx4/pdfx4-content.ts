/** What content of a finished file paints in, read from its operators without our own parser. */

export interface ContentUse {
  /** Paints in RGB of no profile. */
  readonly rgb: boolean
  /** Names of fonts that show text. */
  readonly fonts: readonly string[]
}

const BEFORE = String.raw`(?<=^|[\s\])>])`
const AFTER = String.raw`(?=$|[\s[(</])`
const operator = (names: string) => new RegExp(`${BEFORE}(?:${names})${AFTER}`)
const RGB = operator('rg|RG')
const RGB_SPACE = /\/DeviceRGB\s+(?:cs|CS)(?=$|\s)/
const INLINE_RGB = /\/(?:CS|ColorSpace)\s*\/(?:RGB|DeviceRGB)(?=\W)/
const TEXT = /\/([^\s/[\]()<>]+)\s+[-+.\d]+\s+Tf|(?<=[\s\])>])(?:Tj|TJ|'|")(?=$|[\s[(</])|(\d)\s+Tr(?=$|\s)/g

export function contentUse(content: string): ContentUse {
  // Words of strings and bytes of images are no operators.
  const images = content.match(/\sBI\s[\s\S]*?\sID\s/g) ?? []
  let text = content.replace(/(\s)BI\s[\s\S]*?\sID\s[\s\S]*?\sEI(?=\s|$)/g, '$1 ')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/\((?:\\[\s\S]|[^\\()])*\)/g, '<>')
  }
  const fonts = new Set<string>()
  let [font, mode] = ['', '0']
  for (const [found, named, set] of text.matchAll(TEXT)) {
    if (named !== undefined) font = named
    else if (set !== undefined) mode = set
    else if (found !== '' && font !== '' && mode !== '3') fonts.add(font)
  }
  return {
    rgb: RGB.test(text) || RGB_SPACE.test(text) || images.some((image) => INLINE_RGB.test(image)),
    fonts: [...fonts],
  }
}
