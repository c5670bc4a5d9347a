/** Descriptions of parameters and members of bodies that mean the same in every operation. */

/** A description in the operation itself takes precedence. */
export const MEMBERS: Readonly<Record<string, string>> = {
  starting_after: 'Id of the last object of the previous page.',
  metadata: 'Your own texts by name. The service stores them and does not interpret them.',
  template_id: 'Id of the template.',
  values: 'Values by field id or label.',
  colors: 'Inks of the order: index, name of the plate and colour on the screen.',
  assignments: 'Index of an ink, by field id or label.',
  substrate: 'Paper that previews show. It is not printed.',
  external_order_id: 'Order reference of your shop.',
  external_cart_id: 'Cart reference of your shop.',
  external_product_id: 'Product reference of your shop.',
  external_variant_id: 'Variant reference of your shop.',
  customer_email: 'E-mail address of the customer.',
  customer_name: 'Name of the customer.',
  scene_revision: 'Revision of the template.',
  quantity: 'Number of copies, for the job ticket.',
  line_ref: 'Reference of the order line.',
  due_at: 'Time at which the order is due (RFC 3339).',
  embed_application_id: 'Id of the embed application.',
  embed_session: 'Id of the embed session.',
  accent_color: 'Colour of buttons, such as #1f4e79.',
  allowed_origins: 'Origins of the pages that may show the widget, such as https://shop.example.',
  session_ttl_seconds: 'Lifetime of a session in seconds.',
  create_publishable_key: 'Creates a publishable key with the application.',
  rotate_publishable_key: 'Replaces the publishable key.',
  parent_origin: 'Origin of the page around the widget.',
  profile: 'Preflight profile.',
  slug: 'The end of the address of the hosted page.',
  filename: 'Name of the downloaded file.',
  page: 'Page, counted from 0.',
  w: 'Width in px.',
  dpr: 'Device pixel ratio.',
  display_name: 'Name of the shop, as customers see it.',
  logo_asset_id: 'Id of an image in the library.',
  contact: 'Contact for customers.',
  closing: 'Text after approval.',
  terms_url: 'Address of the terms and conditions.',
  privacy_url: 'Address of the privacy policy.',
  assignee: 'Person who works on the job.',
  sig: 'Signature of the link.',
  exp: 'Expiry of the link.',
}

type Schema = { readonly [name: string]: unknown }

export function describedMember(name: string, schema: Schema): Schema {
  const description = MEMBERS[name]
  return description === undefined || schema.description !== undefined ? schema : { ...schema, description }
}

/** The schema of a body with descriptions of its own members; other schemas as they are. */
export function describedBody(schema: Schema): Schema {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, Schema>> }
  if (properties === undefined) return schema
  const described = Object.entries(properties).map(([name, member]) => [name, describedMember(name, member)])
  return { ...schema, properties: Object.fromEntries(described) }
}
