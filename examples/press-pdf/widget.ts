/** Writes a form field into a file: one dictionary for field and widget, with the appearance of its value. */
import { type PDFContext, PDFHexString, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { defaultAppearance, markAppearance, textAppearance } from './appearance.ts'
import { FIELD_PADDING, type FormField, fieldFlags } from './form-field.ts'
import { fillColour } from './ink.ts'
import { onSheet, thousandths } from './sheet.ts'

/** Resources that page, form and appearances have in common, by category and name. */
export type SharedResources = Record<'Font' | 'ColorSpace' | 'ExtGState', Record<string, PDFRef>>

/** Annotation flag Print (ISO 32000-1 table 165). */
const PRINT = 4

/** A field and its one widget, merged into one dictionary (ISO 32000-1 12.5.6.19). */
export function registerField(
  context: PDFContext,
  field: FormField,
  page: PDFRef,
  shared: SharedResources,
): PDFRef {
  const [left, bottom, right, top] = field.box
  const [width, height] = [right - left, top - bottom]
  const turn = field.kind === 'text' ? (field.turn ?? 0) : 0
  const appearance = (content: string): PDFRef =>
    context.register(
      context.flateStream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, thousandths(turn ? height : width), thousandths(turn ? width : height)],
        ...(turn ? { Matrix: [0, 1, -1, 0, thousandths(width), 0] } : {}),
        Resources: appearanceResources(field, shared),
      }),
    )
  const common = {
    Type: 'Annot',
    Subtype: 'Widget',
    T: PDFString.of(field.name),
    TU: textString(field.label),
    Rect: onSheet(field.box),
    F: PRINT,
    P: page,
    Ff: fieldFlags(field),
  }
  if (field.kind === 'check') {
    const state = field.checked ? 'Yes' : 'Off'
    return context.register(
      context.obj({
        ...common,
        FT: 'Btn',
        V: state,
        DV: state,
        AS: state,
        DA: PDFString.of(fillColour(field.ink)),
        BS: { W: 0 },
        // Zapf Dingbats 4, the check mark: what a program that draws its own marks should show.
        MK: { CA: PDFString.of('4') },
        AP: { N: { Yes: appearance(markAppearance(field)), Off: appearance('') } },
      }),
    )
  }
  return context.register(
    context.obj({
      ...common,
      ...(field.kind === 'choice'
        ? { FT: 'Ch', Opt: field.options.map(textString) }
        : { FT: 'Tx', MaxLen: field.maxLength }),
      V: textString(field.value),
      DV: textString(field.value),
      DA: PDFString.of(defaultAppearance(field)),
      Q: { left: 0, center: 1, right: 2 }[field.align],
      // A border without a colour (/MK /BC) is not painted; its width sets the padding.
      BS: { W: FIELD_PADDING / 2 },
      MK: turn ? { R: turn } : {},
      AP: {
        N: appearance(turn ? textAppearance(field, height, width) : textAppearance(field, width, height)),
      },
    }),
  )
}

/** Only what the appearance names, so that no plate or font is carried where it is not used. */
function appearanceResources(field: FormField, shared: SharedResources) {
  const { resource } = field.ink
  return {
    ColorSpace: { [resource]: shared.ColorSpace[resource]! },
    ...(field.kind === 'check' ? {} : { Font: { [field.typeface]: shared.Font[field.typeface]! } }),
    ...(field.overprint ? { ExtGState: shared.ExtGState } : {}),
  }
}

/** A text string: as it reads where it is plain ASCII, else as UTF-16. */
export const textString = (text: string): PDFString | PDFHexString =>
  /^[\x20-\x7e]*$/.test(text) && !/[()\\]/.test(text) ? PDFString.of(text) : PDFHexString.fromText(text)
