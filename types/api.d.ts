/** What every operation takes and answers. Written by `npm run api-types` from the table of operations. */

export interface Operations {
  listTemplates: {
    query: {
      /**
       * State.
       */
      status?: 'draft' | 'paused' | 'live' | 'archived'
      /**
       * Beta. Words, each the beginning of one in the title or the tags. Capitals and accents make no difference.
       */
      search?: string
      /**
       * Beta. One of the tags, which are the metadata `tags`, separated by commas.
       */
      tag?: string
      /**
       * Beta. Newest first, last changed first, or by title. Default: created.
       */
      order?: 'created' | 'updated' | 'title'
      /**
       * Default 100.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Template[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  uploadTemplate: {
    upload: true
    body: {
      /**
       * Title of the template.
       */
      title?: string
      /**
       * Preflight profile.
       */
      profile?: 'sheetfed' | 'packaging' | 'flexo' | 'digital' | 'large_format'
      /**
       * Borders and backgrounds that the form draws around its fields. `remove` removes them with the form and reports them in a finding; `keep` prints them as part of the artwork. By default, a template keeps its setting and a new one uses remove.
       */
      form_borders?: 'remove' | 'keep'
      /**
       * Beta. `pdfx4`: print files are PDF/X-4, if nothing in the PDF hinders it; findings say what does. Default: `pdf`, or the setting of the template. `pdfx1a` and `pdfx3` are refused with the reason.
       */
      output?: 'pdf' | 'pdfx4' | 'pdfx1a' | 'pdfx3'
      /**
       * Beta. Id of the output profile (/profiles) for `pdfx4`. Default: the setting of the template, or coated offset.
       */
      output_profile?: string
      /**
       * Beta. `cmyk`: RGB and Lab of artwork and fields become process colours by the output profile; black and grey print on the black plate alone, spot colours stay. Needs `output=pdfx4`. Default: `none`, or the setting of the template.
       */
      convert?: 'none' | 'cmyk'
      /**
       * Your own id for the upload. /template_uploads/{id} returns its progress.
       */
      upload_id?: string
    }
    reply: {
      template: Template
      scene: SceneSummary
      deduplicated?: true
      restored?: true
      refreshed?: true
    }
  }
  retrieveTemplate: {
    query: {
      /**
       * For a published template. Default: published.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template: Template
      scene: SceneSummary
      revision: number
    }
  }
  changeTemplate: {
    body: {
      /**
       * Title of the template.
       */
      title?: string
      /**
       * The end of the address of the hosted page.
       */
      slug?: string
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * Preflight profile.
       */
      profile?: 'sheetfed' | 'packaging' | 'flexo' | 'digital' | 'large_format'
      /**
       * Settings of the hosted page.
       */
      hosted?: {
        description?: string | null
        ask_name?: 'no' | 'optional' | 'required'
        ask_email?: 'no' | 'optional' | 'required'
        noindex?: boolean
        accent_color?: string | null
      }
    }
    reply: {
      template: Template
    }
  }
  listTemplateFields: {
    query: {
      /**
       * For a published template. Default: published.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template_id: string
      scene_revision: number
      data: Field[]
      has_more: boolean
    }
  }
  publishTemplate: {
    reply: {
      template: Template
      revision: number
    }
  }
  retrieveScene: {
    query: {
      /**
       * For a published template. Default: published.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template_id: string
      revision: number
      scene: Scene
      /**
       * Spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  saveScene: {
    body: SavedSceneDraft
    reply: {
      template: Template
      revision: number
      scene: Scene
      /**
       * Spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  pauseTemplate: {
    reply: {
      template: Template
    }
  }
  archiveTemplate: {
    reply: {
      template: Template
    }
  }
  restoreTemplate: {
    reply: {
      template: Template
    }
  }
  copyTemplate: {
    body: {
      /**
       * Default: the title of the original with “(copy)”.
       */
      title?: string
    }
    reply: {
      template: Template
      scene: SceneSummary
      revision: number
    }
  }
  checkArtwork: {
    upload: true
    body: {
      /**
       * Borders and backgrounds that the form draws around its fields. `remove` removes them with the form and reports them in a finding; `keep` prints them as part of the artwork. By default, a template keeps its setting and a new one uses remove.
       */
      form_borders?: 'remove' | 'keep'
      /**
       * Beta. `pdfx4`: print files are PDF/X-4, if nothing in the PDF hinders it; findings say what does. Default: `pdf`, or the setting of the template. `pdfx1a` and `pdfx3` are refused with the reason.
       */
      output?: 'pdf' | 'pdfx4' | 'pdfx1a' | 'pdfx3'
      /**
       * Beta. Id of the output profile (/profiles) for `pdfx4`. Default: the setting of the template, or coated offset.
       */
      output_profile?: string
      /**
       * Beta. `cmyk`: RGB and Lab of artwork and fields become process colours by the output profile; black and grey print on the black plate alone, spot colours stay. Needs `output=pdfx4`. Default: `none`, or the setting of the template.
       */
      convert?: 'none' | 'cmyk'
      /**
       * Your own id for the upload. /template_uploads/{id} returns its progress.
       */
      upload_id?: string
      /**
       * Revision that the change is based on. If it is not the newest, the response is 409 scene_changed.
       */
      base_revision?: number
    }
    reply: {
      check: ArtworkCheck
    }
  }
  replaceArtwork: {
    upload: true
    body: {
      /**
       * Borders and backgrounds that the form draws around its fields. `remove` removes them with the form and reports them in a finding; `keep` prints them as part of the artwork. By default, a template keeps its setting and a new one uses remove.
       */
      form_borders?: 'remove' | 'keep'
      /**
       * Beta. `pdfx4`: print files are PDF/X-4, if nothing in the PDF hinders it; findings say what does. Default: `pdf`, or the setting of the template. `pdfx1a` and `pdfx3` are refused with the reason.
       */
      output?: 'pdf' | 'pdfx4' | 'pdfx1a' | 'pdfx3'
      /**
       * Beta. Id of the output profile (/profiles) for `pdfx4`. Default: the setting of the template, or coated offset.
       */
      output_profile?: string
      /**
       * Beta. `cmyk`: RGB and Lab of artwork and fields become process colours by the output profile; black and grey print on the black plate alone, spot colours stay. Needs `output=pdfx4`. Default: `none`, or the setting of the template.
       */
      convert?: 'none' | 'cmyk'
      /**
       * Your own id for the upload. /template_uploads/{id} returns its progress.
       */
      upload_id?: string
      /**
       * Revision that the change is based on. If it is not the newest, the response is 409 scene_changed.
       */
      base_revision?: number
    }
    reply: {
      template: Template
      scene: SceneSummary
      revision: number
      /**
       * Fields without a place in the new PDF. They remain in the earlier revision.
       */
      left_out: {
        id: string
        label: string
      }[]
      /**
       * Fields that were read from the new PDF.
       */
      added: {
        id: string
        label: string
      }[]
      deduplicated?: true
    }
  }
  retrieveArtwork: {
    query: {
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * For a published template. Default: published.
       */
      revision?: 'published' | 'latest'
    }
    reply: {
      template_id: string
      revision: number
      page: number
      runs: ArtworkRun[]
      /**
       * Paths and images, largest first.
       */
      objects: {
        kind: 'path' | 'image'
        /**
         * @minItems 4
         * @maxItems 4
         */
        box: [number, number, number, number]
      }[]
      /**
       * The page has more objects than listed here.
       */
      truncated: boolean
    }
  }
  changeTemplateOutput: {
    body: {
      /**
       * Beta. `pdfx4`: print files are PDF/X-4, if nothing in the PDF hinders it; findings say what does. Default: `pdf`, or the setting of the template. `pdfx1a` and `pdfx3` are refused with the reason.
       */
      output?: 'pdf' | 'pdfx4' | 'pdfx1a' | 'pdfx3'
      /**
       * Beta. Id of the output profile (/profiles) for `pdfx4`. Default: the setting of the template, or coated offset.
       */
      output_profile?: string
      /**
       * Beta. `cmyk`: RGB and Lab of artwork and fields become process colours by the output profile; black and grey print on the black plate alone, spot colours stay. Needs `output=pdfx4`. Default: `none`, or the setting of the template.
       */
      convert?: 'none' | 'cmyk'
    }
    reply: {
      template: Template
      scene: SceneSummary
      revision: number
    }
  }
  pictureTemplatePage: {
    query: {
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * Width in px. Default: 880.
       */
      w?: number
      /**
       * published (default), latest, or a revision number.
       */
      revision?: string
    }
    file: true
  }
  pictureTemplateGamut: {
    query: {
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * Width in px. Default: 880.
       */
      w?: number
      /**
       * published (default), latest, or a revision number.
       */
      revision?: string
    }
    file: true
  }
  listTemplateUploads: {
    reply: {
      data: TemplateUpload[]
      has_more: boolean
    }
  }
  retrieveTemplateUpload: {
    reply: {
      upload: TemplateUpload
    }
  }
  makeArtworkFields: {
    body: {
      /**
       * Revision that the change is based on. If it is not the newest, the response is 409 scene_changed.
       */
      base_revision?: number
      /**
       * Fields of the template.
       */
      fields: ArtworkPick[]
    }
    reply: {
      template: Template
      revision: number
      scene: Scene
      /**
       * Spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
      field_ids: string[]
    }
  }
  listTemplateRevisions: {
    query: {
      /**
       * Default 20.
       */
      limit?: number
      /**
       * Number of the last revision of the previous page.
       */
      starting_after?: number
    }
    reply: {
      data: TemplateRevision[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveTemplateRevision: {
    reply: {
      template_id: string
      revision: number
      /**
       * New fills use this revision.
       */
      live: boolean
      latest: boolean
      created_at: string
      /**
       * Author, as in the audit log.
       */
      actor: string | null
      /**
       * Name of the user or key, if it has one.
       */
      actor_name: string | null
      cause:
        | (
            | 'uploaded'
            | 'copied'
            | 'read_again'
            | 'output_changed'
            | 'saved'
            | 'text_picked'
            | 'artwork_replaced'
            | 'font_arrived'
            | 'restored'
          )
        | null
      restored_revision: number | null
      changes: {
        /**
         * Labels of the first 20.
         */
        added: string[]
        /**
         * Labels of the first 20.
         */
        removed: string[]
        /**
         * Labels of the first 20.
         */
        changed: string[]
        counts: {
          added: number
          removed: number
          changed: number
        }
        inks: boolean
        papers: boolean
        text_output: boolean
      } | null
      scene: Scene
      /**
       * Spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  restoreTemplateRevision: {
    body: {
      /**
       * Revision that the change is based on. If it is not the newest, the response is 409 scene_changed.
       */
      base_revision?: number
    }
    reply: {
      template: Template
      revision: number
      scene: Scene
      /**
       * Spot separations of the artwork.
       */
      separations: ArtworkSeparation[]
    }
  }
  pictureTemplateDifference: {
    query: {
      /**
       * First revision; its own content is drawn in orange. Default: the revision before the other one.
       */
      from?: number
      /**
       * Second revision; its own content is drawn in blue, unchanged content is pale. Default: the newest revision.
       */
      to?: number
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * Width in px. Default: 880.
       */
      w?: number
    }
    file: true
  }
  listAssets: {
    query: {
      /**
       * Only objects with this tag.
       */
      tag?: string
      /**
       * Only archived images.
       */
      archived?: 'true'
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Asset[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  uploadAsset: {
    upload: true
    body: {
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * Label, as people read it.
       */
      label?: string
      /**
       * Tags by which image fields select images.
       */
      tags?: string[]
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply:
      | {
          asset: Asset
          deduplicated?: true
          restored?: true
        }
      | {
          asset: Asset
        }
  }
  retrieveAsset: {
    reply: {
      asset: Asset
    }
  }
  changeAsset: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * Label, as people read it.
       */
      label?: string
      /**
       * Tags by which image fields select images.
       */
      tags?: string[]
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      asset: Asset
    }
  }
  archiveAsset: {
    reply: {
      asset: Asset
    }
  }
  listFonts: {
    query: {
      /**
       * Where it comes from.
       */
      source?: 'team' | 'bundled'
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Font[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  uploadFont: {
    upload: true
    body: {
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply:
      | {
          font: Font
          /**
           * Templates that asked for this font, with the new revision that uses it. A live template keeps its published revision until it is published again.
           */
          rebound: {
            template_id: string
            revision: number
          }[]
          deduplicated?: true
          restored?: true
        }
      | {
          font: Font
          /**
           * Templates that asked for this font, with the new revision that uses it. A live template keeps its published revision until it is published again.
           */
          rebound: {
            template_id: string
            revision: number
          }[]
        }
  }
  retrieveFont: {
    reply: {
      font: Font
    }
  }
  changeFont: {
    body: {
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      font: Font
    }
  }
  archiveFont: {
    reply: {
      font: Font
    }
  }
  drawFontSpecimen: {
    query: {
      /**
       * Default: the name of the family.
       */
      text?: string
    }
    reply: FontSpecimen
  }
  listProfiles: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Profile[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  uploadProfile: {
    upload: true
    body: {
      /**
       * Name of the printing condition. Default: the name in the profile.
       */
      name?: string
      /**
       * Identifier of the printing condition in the registry of the ICC. Default: Custom.
       */
      condition?: string
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply:
      | {
          profile: Profile
          deduplicated?: true
          restored?: true
        }
      | {
          profile: Profile
        }
  }
  retrieveProfile: {
    reply: {
      profile: Profile
    }
  }
  changeProfile: {
    body: {
      /**
       * Name of the printing condition. Default: the name in the profile.
       */
      name?: string
      /**
       * Identifier of the printing condition in the registry of the ICC. Default: Custom.
       */
      condition?: string
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      profile: Profile
    }
  }
  archiveProfile: {
    reply: {
      profile: Profile
    }
  }
  listBrandColors: {
    query: {
      /**
       * Default 100.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: BrandColor[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createBrandColor: {
    body: {
      /**
       * Used once in a team. A name that an ink can have.
       */
      name: string
      /**
       * Per cent of cyan, magenta, yellow and black.
       *
       * @minItems 4
       * @maxItems 4
       */
      cmyk?: [number, number, number, number]
      /**
       * Of a spot colour its measured colour, instead of `cmyk`: L*, a*, b* under D50.
       *
       * @minItems 3
       * @maxItems 3
       */
      lab?: [number, number, number]
    }
    reply: {
      brand_color: BrandColor
    }
  }
  retrieveBrandColor: {
    reply: {
      brand_color: BrandColor
    }
  }
  changeBrandColor: {
    body: {
      /**
       * Used once in a team. A name that an ink can have.
       */
      name?: string
      /**
       * Per cent of cyan, magenta, yellow and black.
       *
       * @minItems 4
       * @maxItems 4
       */
      cmyk?: [number, number, number, number]
      /**
       * Of a spot colour its measured colour, instead of `cmyk`: L*, a*, b* under D50.
       *
       * @minItems 3
       * @maxItems 3
       */
      lab?: [number, number, number]
    }
    reply: {
      brand_color: BrandColor
    }
  }
  removeBrandColor: {
    reply: {
      brand_color: BrandColor
    }
  }
  listSelectionSets: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: SelectionSet[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createSelectionSet: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name: string
      /**
       * In display order. Fills with a removed option still print it.
       */
      options: {
        /**
         * Value that fills store.
         */
        value: string
        /**
         * Printed text. It cannot change for an existing value.
         */
        label: string
        /**
         * Shown but not selectable.
         */
        disabled?: boolean
        asset_id?: string | null
      }[]
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      selection_set: SelectionSet
    }
  }
  retrieveSelectionSet: {
    reply: {
      selection_set: SelectionSet
    }
  }
  changeSelectionSet: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * In display order. Fills with a removed option still print it.
       */
      options?: {
        /**
         * Value that fills store.
         */
        value: string
        /**
         * Printed text. It cannot change for an existing value.
         */
        label: string
        /**
         * Shown but not selectable.
         */
        disabled?: boolean
        asset_id?: string | null
      }[]
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      selection_set: SelectionSet
    }
  }
  archiveSelectionSet: {
    reply: {
      selection_set: SelectionSet
    }
  }
  listRenders: {
    query: {
      /**
       * Order reference of your shop.
       */
      external_order_id?: string
      /**
       * Cart reference of your shop.
       */
      external_cart_id?: string
      /**
       * Kind of object.
       */
      kind?: 'final' | 'proof' | 'preview'
      /**
       * Beta. `false` leaves previews out. Default: all kinds.
       */
      previews?: boolean
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Render[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createRender: {
    body: {
      /**
       * Id of the template.
       */
      template_id: string
      /**
       * Revision of the template.
       */
      scene_revision?: number
      /**
       * Default: final. A proof has a watermark and does not count towards the monthly limit.
       */
      kind?: 'final' | 'proof'
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string
      }
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?: {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      }
      /**
       * Order reference of your shop.
       */
      external_order_id?: string
      /**
       * Cart reference of your shop.
       */
      external_cart_id?: string
      /**
       * E-mail address of the customer.
       */
      customer_email?: string
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * Beta. `pdfx4`: only a print file that is PDF/X-4; else the request is refused. Default: what the template makes. `pdfx1a` and `pdfx3` are refused with the reason.
       */
      output?: 'pdf' | 'pdfx4' | 'pdfx1a' | 'pdfx3'
      /**
       * Beta. Only a print file whose colours are converted to CMYK; else the request is refused. Default: what the template makes.
       */
      convert?: 'cmyk'
    }
    reply: {
      render: Render
    }
  }
  retrieveRender: {
    reply: {
      render: Render
    }
  }
  retrieveRenderValues: {
    reply: {
      render_id: string
      /**
       * All printed values by field id. Empty after erasure.
       */
      values: {
        /**
         * This interface was referenced by `undefined`'s JSON-Schema definition
         * via the `patternProperty` "^(.*)$".
         */
        [k: string]: string | OwnPictureValue
      }
      /**
       * Beta. Null for the inks of the template.
       */
      colors:
        | {
            index: number
            key: string
            name: string
            hex: string
            /**
             * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
             */
            rgb?: number[]
            /**
             * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
             */
            cmyk?: number[]
            /**
             * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
             */
            lab?: number[]
            /**
             * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
             */
            gray?: number
          }[]
        | null
      /**
       * Beta. Index of the ink by field.
       */
      assignments: {
        [k: string]: number
      }
      /**
       * Beta. Null if no paper was chosen.
       */
      substrate: {
        key: string
        name: string
        hex: string
      } | null
    }
  }
  downloadRender: {
    query: {
      /**
       * Name of the downloaded file.
       */
      filename?: string
      /**
       * Beta. Name of each print file; ends in .pdf. Placeholders: {order}, {line}, {quantity}, {template}, {paper}, {ink}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
      /**
       * 1 shows the file in the browser instead of downloading it.
       */
      inline?: '1'
    }
    file: true
  }
  retryRender: {
    body: {
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string | OwnPictureValue
      }
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
            /**
             * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
             */
            rgb?: number[]
            /**
             * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
             */
            cmyk?: number[]
            /**
             * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
             */
            lab?: number[]
            /**
             * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
             */
            gray?: number
          }[]
        | null
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
    }
    reply: {
      render: Render
      idempotent_replay?: true
    }
  }
  retrieveExport: {
    query: {
      /**
       * Up to 100 ids, separated by commas.
       */
      fill_ids?: string
      /**
       * Up to 100 ids, separated by commas.
       */
      render_ids?: string
      /**
       * Beta. Name of each print file; ends in .pdf. Placeholders: {order}, {line}, {quantity}, {template}, {paper}, {ink}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
    }
    reply: {
      export: Export
    }
  }
  reportTemplate: {
    query: {
      /**
       * For a published template. Default: published.
       */
      revision?: 'published' | 'latest'
      /**
       * measure draws the plates first, if needed, to find excessive ink coverage and missing or unexpected plates.
       */
      plates?: 'measure'
    }
    reply: {
      report: PreflightReport
    }
  }
  pictureTemplateReport: {
    query: {
      /**
       * For a published template. Default: published.
       */
      revision?: 'published' | 'latest'
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
    }
    file: true
  }
  reportRender: {
    query: {
      /**
       * measure draws the plates first, if needed, to find excessive ink coverage and missing or unexpected plates.
       */
      plates?: 'measure'
    }
    reply: {
      report: PreflightReport
    }
  }
  pictureRenderReport: {
    query: {
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
    }
    file: true
  }
  createPreview: {
    body: {
      /**
       * Id of the template.
       */
      template_id: string
      /**
       * published (default), latest, or a revision number.
       */
      revision?: ('published' | 'latest') | number
      /**
       * An unsaved scene, drawn instead of the scene of the newest revision.
       */
      scene?: {
        version: 1
        pages: ScenePage[]
        inks: SceneInk[]
        /**
         * Papers that customers can choose from. Default: the first one.
         */
        papers?: {
          key: string
          name: string
          hex: string
          /**
           * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
           */
          rgb?: number[]
          /**
           * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
           */
          cmyk?: number[]
          /**
           * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
           */
          lab?: number[]
          /**
           * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
           */
          gray?: number
        }[]
        text_output: 'live' | 'outlines'
        allow_rgb?: boolean | null
        black_overprint_pt?: number | null
        fields: SceneFieldDraft[]
      }
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string
      }
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?: {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      }
      /**
       * Default: 192.
       */
      dpi?: number
    }
    file: true
  }
  createPressPreview: {
    body: {
      /**
       * Id of the template.
       */
      template_id: string
      /**
       * published (default), latest, or a revision number.
       */
      revision?: ('published' | 'latest') | number
      /**
       * An unsaved scene, drawn instead of the scene of the newest revision.
       */
      scene?: {
        version: 1
        pages: ScenePage[]
        inks: SceneInk[]
        /**
         * Papers that customers can choose from. Default: the first one.
         */
        papers?: {
          key: string
          name: string
          hex: string
          /**
           * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
           */
          rgb?: number[]
          /**
           * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
           */
          cmyk?: number[]
          /**
           * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
           */
          lab?: number[]
          /**
           * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
           */
          gray?: number
        }[]
        text_output: 'live' | 'outlines'
        allow_rgb?: boolean | null
        black_overprint_pt?: number | null
        fields: SceneFieldDraft[]
      }
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string
      }
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?: {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      }
      /**
       * Default: 192.
       */
      dpi?: number
      /**
       * Names of the plates to draw, including process plates. Default: all.
       */
      plates?: string[]
      /**
       * Draw in the screen colours of the inks (default) or in grey by ink coverage.
       */
      plate_color?: 'ink' | 'gray'
    }
    file: true
  }
  measurePlates: {
    body: {
      /**
       * Id of the template.
       */
      template_id: string
      /**
       * published (default), latest, or a revision number.
       */
      revision?: ('published' | 'latest') | number
      /**
       * An unsaved scene, drawn instead of the scene of the newest revision.
       */
      scene?: {
        version: 1
        pages: ScenePage[]
        inks: SceneInk[]
        /**
         * Papers that customers can choose from. Default: the first one.
         */
        papers?: {
          key: string
          name: string
          hex: string
          /**
           * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
           */
          rgb?: number[]
          /**
           * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
           */
          cmyk?: number[]
          /**
           * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
           */
          lab?: number[]
          /**
           * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
           */
          gray?: number
        }[]
        text_output: 'live' | 'outlines'
        allow_rgb?: boolean | null
        black_overprint_pt?: number | null
        fields: SceneFieldDraft[]
      }
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string
      }
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?: {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      }
    }
    reply: {
      page: number
      dpi: number
      plates: PrintedPlate[]
      /**
       * Highest total area coverage of the process plates in a 15 mm square; four solid plates are 400.
       */
      tac_process_pct: number
      /**
       * Highest total area coverage of all ink plates.
       */
      tac_all_pct: number
      /**
       * Beta. The most ink that the output profile of the template puts on one spot; null without a profile.
       */
      tac_limit_pct: number | null
      /**
       * Beta. Share of the trim area whose RGB the output profile cannot print as it is (a CIEDE2000 above 3); null without a profile.
       */
      out_of_gamut_pct: number | null
    }
  }
  retrieveProduction: {
    query: {
      /**
       * From when on printed fills are counted, such as the start of the day. Default: always.
       */
      printed_since?: string
    }
    reply: {
      production: Production
    }
  }
  listFills: {
    query: {
      /**
       * Id of the template.
       */
      template_id?: string
      /**
       * State.
       */
      status?: 'open' | 'finalized' | 'expired'
      /**
       * Where it comes from.
       */
      source?: 'hosted' | 'embed' | 'api'
      /**
       * Beta. `true` lists the drafts of customers: started, and neither approved nor ordered. `false` leaves them out. Default: all fills.
       */
      draft?: boolean
      /**
       * Beta. `requested` lists the fills that wait for review.
       */
      review?: 'none' | 'requested' | 'approved' | 'refused' | 'withdrawn'
      /**
       * Order reference of your shop.
       */
      external_order_id?: string
      /**
       * Cart reference of your shop.
       */
      external_cart_id?: string
      /**
       * E-mail address of the customer.
       */
      customer_email?: string
      /**
       * Beta.
       */
      production_status?:
        'draft' | 'approved' | 'to_print' | 'printing' | 'done' | 'held' | 'failed' | 'canceled'
      /**
       * Beta. Words, each the beginning of one in the order or cart reference, the customer, the values or the title of the template. Capitals and accents make no difference. With very many fills, a page may hold fewer than `limit`, or none, while has_more is true: go on with next_starting_after.
       */
      search?: string
      /**
       * Only what changed after this time.
       */
      since?: string
      /**
       * Beta. Upper bound of created_at, exclusive.
       */
      until?: string
      /**
       * Beta. Newest first (created), oldest first, or by due date or customer name, where fills without one stand last. Default: created. Search results are always newest first.
       */
      order?: 'created' | 'created_asc' | 'due' | 'due_desc' | 'customer' | 'customer_desc'
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Fill[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createFill: {
    body: {
      /**
       * Id of the template.
       */
      template_id?: string
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string | OwnPictureValue
      }
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
            /**
             * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
             */
            rgb?: number[]
            /**
             * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
             */
            cmyk?: number[]
            /**
             * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
             */
            lab?: number[]
            /**
             * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
             */
            gray?: number
          }[]
        | null
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
      /**
       * Order reference of your shop.
       */
      external_order_id?: string | null
      /**
       * Cart reference of your shop.
       */
      external_cart_id?: string | null
      /**
       * Product reference of your shop.
       */
      external_product_id?: string | null
      /**
       * Variant reference of your shop.
       */
      external_variant_id?: string | null
      /**
       * E-mail address of the customer.
       */
      customer_email?: string | null
      /**
       * Name of the customer.
       */
      customer_name?: string | null
      /**
       * Number of copies, for the job ticket.
       */
      quantity?: number
      /**
       * Reference of the order line.
       */
      line_ref?: string | null
      /**
       * Time at which the order is due (RFC 3339).
       */
      due_at?: string | null
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * Beta. `true` gives the fill the next order number of the team (`order_prefix` of its settings) as its external_order_id, unless it has one, has a cart reference or comes from a storefront.
       */
      assign_order_number?: boolean
    }
    reply: {
      fill: Fill
    }
  }
  retrieveFill: {
    reply: {
      fill: Fill
      last_render: Render | null
    }
  }
  changeFill: {
    body: {
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string | OwnPictureValue
      }
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
            /**
             * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
             */
            rgb?: number[]
            /**
             * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
             */
            cmyk?: number[]
            /**
             * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
             */
            lab?: number[]
            /**
             * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
             */
            gray?: number
          }[]
        | null
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
      /**
       * Order reference of your shop.
       */
      external_order_id?: string | null
      /**
       * Cart reference of your shop.
       */
      external_cart_id?: string | null
      /**
       * Product reference of your shop.
       */
      external_product_id?: string | null
      /**
       * Variant reference of your shop.
       */
      external_variant_id?: string | null
      /**
       * E-mail address of the customer.
       */
      customer_email?: string | null
      /**
       * Name of the customer.
       */
      customer_name?: string | null
      /**
       * Number of copies, for the job ticket.
       */
      quantity?: number
      /**
       * Reference of the order line.
       */
      line_ref?: string | null
      /**
       * Time at which the order is due (RFC 3339).
       */
      due_at?: string | null
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * Beta. An open fill can be approved or held, a finalized one to_print, printing, done or held.
       */
      production_status?: 'approved' | 'to_print' | 'printing' | 'done' | 'held'
      /**
       * Notes for the people who print. Customers do not see them.
       */
      notes?: string | null
      /**
       * Person who works on the job.
       */
      assignee?: string | null
      /**
       * Beta. How many copies were refunded after the print file was created.
       */
      refunded_quantity?: number
      /**
       * State.
       */
      status?: 'open' | 'finalized' | 'expired' | 'canceled' | 'refunded'
      /**
       * Reason in words, for the record.
       */
      reason?: 'refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual'
    }
    reply: {
      fill: Fill
    }
  }
  uploadFillPicture: {
    upload: true
    body: {
      /**
       * Id or label of the image field.
       */
      field: string
    }
    reply: {
      picture: OwnPicture
    }
  }
  retrieveFillPictures: {
    reply: {
      pictures: OwnPicture[]
    }
  }
  deleteFillPicture: {
    reply: {
      pictures: OwnPicture[]
    }
  }
  finalizeFill: {
    body: {
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string | OwnPictureValue
      }
      /**
       * E-mail address of the customer.
       */
      customer_email?: string
      /**
       * Name of the customer.
       */
      customer_name?: string
      /**
       * Order reference of your shop.
       */
      external_order_id?: string
      /**
       * Beta. `true` gives the fill the next order number of the team (`order_prefix` of its settings) as its external_order_id, unless it has one, has a cart reference or comes from a storefront.
       */
      assign_order_number?: boolean
      /**
       * Number of copies, for the job ticket.
       */
      quantity?: number
      /**
       * Reference of the order line.
       */
      line_ref?: string
      /**
       * Time at which the order is due (RFC 3339).
       */
      due_at?: string
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      fill: Fill
      render: Render
      idempotent_replay?: true
      warning?: string
    }
  }
  reviewFill: {
    body: {
      /**
       * approve or refuse.
       */
      decision: 'approve' | 'refuse'
      /**
       * For a refusal: shown in the orders of the shop.
       */
      reason?: string
    }
    reply: {
      fill: Fill
      last_render: Render | null
      idempotent_replay?: true
    }
  }
  copyFill: {
    reply: {
      fill: Fill
    }
  }
  patchFillStatus: {
    body: {
      /**
       * State.
       */
      status: 'open' | 'finalized' | 'expired' | 'canceled' | 'refunded'
      /**
       * Reason in words, for the record.
       */
      reason?: 'refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual'
      /**
       * Order reference of your shop.
       */
      external_order_id?: string
    }
    reply: {
      fill: Fill
    }
  }
  setFillStatus: {
    body: {
      /**
       * State.
       */
      status: 'open' | 'finalized' | 'expired' | 'canceled' | 'refunded'
      /**
       * Reason in words, for the record.
       */
      reason?: 'refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual'
      /**
       * Order reference of your shop.
       */
      external_order_id?: string
    }
    reply: {
      fill: Fill
    }
  }
  eraseFill: {
    reply: {
      fill: Fill
    }
  }
  eraseCustomer: {
    query: {
      /**
       * E-mail address of the customer.
       */
      customer_email: string
    }
    reply: {
      erased_fills: number
      /**
       * Renders that were created without a fill.
       */
      erased_renders: number
      /**
       * Sessions that were opened without a fill.
       */
      erased_sessions: number
      erased_batch_items: number
    }
  }
  listBatches: {
    query: {
      /**
       * Kind of object.
       */
      kind?: 'renders' | 'previews' | 'preview_refresh'
      /**
       * State.
       */
      status?: 'queued' | 'processing' | 'completed' | 'canceled'
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Batch[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createBatch: {
    body: {
      /**
       * Kind of object.
       */
      kind: 'renders' | 'previews'
      /**
       * One render for each record, or one merged PDF. Default: renders.
       */
      result?: 'renders' | 'merged'
      /**
       * Id of the template.
       */
      template_id?: string
      /**
       * Revision of the template.
       */
      scene_revision?: number
      /**
       * Rows of the batch, one print file each.
       */
      items: {
        template_id?: string
        values?: {
          [k: string]: string
        }
        colors?: {
          index: number
          key: string
          name: string
          hex: string
          /**
           * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
           */
          rgb?: number[]
          /**
           * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
           */
          cmyk?: number[]
          /**
           * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
           */
          lab?: number[]
          /**
           * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
           */
          gray?: number
        }[]
        assignments?: {
          [k: string]: number
        }
        substrate?: {
          key: string
          name: string
          hex: string
        }
        external_ref?: string
        external_order_id?: string
        external_cart_id?: string
        customer_email?: string
        /**
         * Copies of the record, for lists, tickets and file names. A merged PDF repeats its pages, at most 1,000 times.
         */
        quantity?: number
        metadata?: {
          [k: string]: string
        }
      }[]
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      batch: Batch
    }
  }
  createBatchFromCsv: {
    upload: true
    body: {
      /**
       * Id of the template.
       */
      template_id: string
      /**
       * Revision of the template.
       */
      scene_revision?: number
      /**
       * Kind of object.
       */
      kind?: 'renders' | 'previews'
      /**
       * One render for each record, or one merged PDF. Default: renders.
       */
      result?: 'renders' | 'merged'
      /**
       * Field of each column, by the header of the column.
       */
      columns?: {
        [k: string]: string | null
      }
      /**
       * What prints where a row has no value for a field: `empty` or its `default`. Without an entry, a field without a column prints its default, and an empty cell prints nothing.
       */
      missing_values?: {
        [k: string]: 'empty' | 'default'
      }
      /**
       * Default: utf-8.
       */
      encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?: {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
    }
    reply: {
      batch: Batch
    }
  }
  checkBatchCsv: {
    upload: true
    body: {
      /**
       * Id of the template.
       */
      template_id: string
      /**
       * Revision of the template.
       */
      scene_revision?: number
      /**
       * Field of each column, by the header of the column.
       */
      columns?: {
        [k: string]: string | null
      }
      /**
       * What prints where a row has no value for a field: `empty` or its `default`. Without an entry, a field without a column prints its default, and an empty cell prints nothing.
       */
      missing_values?: {
        [k: string]: 'empty' | 'default'
      }
      /**
       * One render for each record, or one merged PDF. Default: renders.
       */
      result?: 'renders' | 'merged'
      /**
       * Default: utf-8.
       */
      encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?: {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
    }
    reply: {
      check: CsvCheck
    }
  }
  retrieveBatch: {
    reply: {
      batch: BatchWithItems
    }
  }
  listBatchItems: {
    query: {
      /**
       * State.
       */
      status?: 'pending' | 'succeeded' | 'failed' | 'skipped'
      /**
       * Default 100.
       */
      limit?: number
      /**
       * Index of the last item of the previous page.
       */
      starting_after?: number
    }
    reply: {
      data: BatchItem[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  cancelBatch: {
    reply: {
      batch: Batch
    }
  }
  retryBatch: {
    body: {
      /**
       * Members that are not sent stay as they are.
       */
      items: {
        /**
         * Of the failed record.
         */
        index: number
        values?: {
          [k: string]: string
        }
        /**
         * Copies of the record, for lists, tickets and file names. A merged PDF repeats its pages, at most 1,000 times.
         */
        quantity?: number
        external_ref?: string | null
        external_order_id?: string | null
        external_cart_id?: string | null
        customer_email?: string | null
      }[]
    }
    reply: {
      batch: Batch
    }
  }
  downloadBatch: {
    query: {
      /**
       * Name of the downloaded file.
       */
      filename?: string
      /**
       * Beta. Name of each print file; ends in .pdf. Placeholders: {order}, {line}, {quantity}, {template}, {paper}, {ink}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
      /**
       * 1 shows the file in the browser instead of downloading it.
       */
      inline?: '1'
    }
    file: true
  }
  listProductMappings: {
    query: {
      /**
       * Product reference of your shop.
       */
      external_product_id?: string
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: ProductMapping[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createProductMapping: {
    body: {
      /**
       * Product reference of your shop.
       */
      external_product_id: string
      /**
       * Variant reference of your shop.
       */
      external_variant_id?: string | null
      /**
       * Id of the template.
       */
      template_id: string
      /**
       * Id of the embed application.
       */
      embed_application_id?: string | null
      /**
       * Choices.
       */
      options?: {
        default_values?: {
          [k: string]: string
        }
        locked_field_ids?: string[]
        colors?:
          | {
              index: number
              key: string
              name: string
              hex: string
              /**
               * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
               */
              rgb?: number[]
              /**
               * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
               */
              cmyk?: number[]
              /**
               * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
               */
              lab?: number[]
              /**
               * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
               */
              gray?: number
            }[]
          | null
      }
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      product_mapping: ProductMapping
    }
  }
  retrieveProductMapping: {
    reply: {
      product_mapping: ProductMapping
    }
  }
  changeProductMapping: {
    body: {
      /**
       * Id of the template.
       */
      template_id?: string
      /**
       * Id of the embed application.
       */
      embed_application_id?: string | null
      /**
       * Choices.
       */
      options?: {
        default_values?: {
          [k: string]: string
        }
        locked_field_ids?: string[]
        colors?:
          | {
              index: number
              key: string
              name: string
              hex: string
              /**
               * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
               */
              rgb?: number[]
              /**
               * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
               */
              cmyk?: number[]
              /**
               * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
               */
              lab?: number[]
              /**
               * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
               */
              gray?: number
            }[]
          | null
      }
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      product_mapping: ProductMapping
    }
  }
  archiveProductMapping: {
    reply: {
      ok: true
    }
  }
  resolveProductMapping: {
    body: {
      /**
       * Product reference of your shop.
       */
      external_product_id: string
      /**
       * Variant reference of your shop.
       */
      external_variant_id?: string | null
      /**
       * Publishable key of the embed application.
       */
      publishable_key?: string
      /**
       * Origin of the page around the widget.
       */
      parent_origin?: string
    }
    reply: ResolvedProduct
  }
  listEmbedApplications: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: EmbedApplication[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createEmbedApplication: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name: string
      /**
       * Origins of the pages that may show the widget, such as https://shop.example.
       */
      allowed_origins: string[]
      /**
       * True also accepts requests without an Origin header, as apps send them.
       */
      allow_no_origin?: boolean
      /**
       * Creates a publishable key with the application.
       */
      create_publishable_key?: boolean
      /**
       * Lifetime of a session in seconds.
       */
      session_ttl_seconds?: number
      /**
       * Colour of buttons, such as #1f4e79.
       */
      accent_color?: string | null
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      embed_application: EmbedApplication
      /**
       * Returned only in this response.
       */
      publishable_key?: string
    }
  }
  retrieveEmbedApplication: {
    reply: {
      embed_application: EmbedApplication
    }
  }
  changeEmbedApplication: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * Origins of the pages that may show the widget, such as https://shop.example.
       */
      allowed_origins?: string[]
      /**
       * True also accepts requests without an Origin header, as apps send them.
       */
      allow_no_origin?: boolean
      /**
       * Lifetime of a session in seconds.
       */
      session_ttl_seconds?: number
      /**
       * Colour of buttons, such as #1f4e79.
       */
      accent_color?: string | null
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * Replaces the publishable key.
       */
      rotate_publishable_key?: boolean
    }
    reply: {
      embed_application: EmbedApplication
      /**
       * Returned only in this response.
       */
      publishable_key?: string
    }
  }
  archiveEmbedApplication: {
    reply: {
      ok: true
    }
  }
  retrieveEmbedApplicationActivity: {
    reply: {
      last_session_at: string | null
      last_order_at: string | null
    }
  }
  retrievePublishableKey: {
    reply: {
      publishable_key: string | null
    }
  }
  checkEmbedApplication: {
    body: {
      /**
       * Publishable key of the embed application.
       */
      publishable_key?: string
      /**
       * Origin of the page, such as https://shop.example.
       */
      origin?: string
      /**
       * Product reference of your shop.
       */
      external_product_id?: string
      /**
       * Variant reference of your shop.
       */
      external_variant_id?: string
    }
    reply: {
      /**
       * No check failed.
       */
      ok: boolean
      checks: EmbedApplicationCheck[]
    }
  }
  listEmbedSessions: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: EmbedSession[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createEmbedSession: {
    body: {
      /**
       * Id of the template.
       */
      template_id?: string
      /**
       * Product reference of your shop.
       */
      external_product_id?: string
      /**
       * Variant reference of your shop.
       */
      external_variant_id?: string | null
      /**
       * Id of the fill.
       */
      fill_id?: string
      /**
       * With fill_id: create a copy of the fill, whatever its status, instead of continuing it.
       */
      copy?: boolean
      /**
       * Id of the embed application.
       */
      embed_application_id?: string
      /**
       * Origin of the page that shows the session.
       */
      origin?: string
      /**
       * Cart reference of your shop.
       */
      external_cart_id?: string
      /**
       * E-mail address of the customer.
       */
      customer_email?: string
      /**
       * Name of the customer.
       */
      customer_name?: string
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string
      }
      /**
       * Lifetime in seconds. Default: session_ttl_seconds of the application.
       */
      expires_in?: number
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: OpenedEmbedSession
  }
  createGuestSession: {
    body: {
      /**
       * Product reference of your shop.
       */
      external_product_id: string
      /**
       * Variant reference of your shop.
       */
      external_variant_id?: string | null
      /**
       * Cart reference of your shop.
       */
      external_cart_id?: string
      /**
       * Publishable key of the embed application.
       */
      publishable_key?: string
      /**
       * Origin of the page that embeds the widget. Sent by the widget only.
       */
      parent_origin?: string
      /**
       * From an earlier complete response. Continues its fill.
       */
      resume_token?: string
      /**
       * With resume_token: if the fill is ordered or closed, create a copy of it.
       */
      copy?: boolean
      /**
       * Accepted and not used.
       */
      locale?: string
    }
    reply: OpenedEmbedSession
  }
  createHostedSession: {
    body: {
      /**
       * The end of the address of the hosted page.
       */
      slug: string
      /**
       * Token with which a customer continues a design.
       */
      resume_token?: string
      /**
       * With resume_token: if the fill is ordered or closed, create a copy of it.
       */
      copy?: boolean
    }
    reply: OpenedEmbedSession
  }
  retrieveEmbedSession: {
    reply: {
      embed_session: EmbedSession
    }
  }
  changeEmbedSession: {
    body: {
      /**
       * State.
       */
      status: 'canceled' | 'expired'
    }
    reply: {
      embed_session: EmbedSession
    }
  }
  cancelEmbedSession: {
    reply: {
      embed_session: EmbedSession
    }
  }
  saveEmbedFill: {
    body: {
      /**
       * Id of the embed session.
       */
      embed_session: string
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string | OwnPictureValue
      }
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
            /**
             * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
             */
            rgb?: number[]
            /**
             * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
             */
            cmyk?: number[]
            /**
             * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
             */
            lab?: number[]
            /**
             * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
             */
            gray?: number
          }[]
        | null
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
    }
    reply: {
      fill: Fill
      embed_session: EmbedSessionState
      template: FilledTemplate
      options: ProductMappingOptions
    }
  }
  changeEmbedFill: {
    body: {
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string | OwnPictureValue
      }
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
            /**
             * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
             */
            rgb?: number[]
            /**
             * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
             */
            cmyk?: number[]
            /**
             * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
             */
            lab?: number[]
            /**
             * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
             */
            gray?: number
          }[]
        | null
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
    }
    reply: {
      fill: Fill
      embed_session: EmbedSessionState
    }
  }
  uploadEmbedPicture: {
    upload: true
    body: {
      /**
       * Id or label of the image field.
       */
      field: string
    }
    reply: {
      picture: OwnPicture
    }
  }
  listEmbedPictures: {
    query: {
      /**
       * For compatibility. Prefer the header, which keeps the secret out of logs.
       */
      client_secret?: string
    }
    reply: {
      pictures: OwnPicture[]
    }
  }
  deleteEmbedPicture: {
    query: {
      /**
       * For compatibility. Prefer the header, which keeps the secret out of logs.
       */
      client_secret?: string
    }
    reply: {
      pictures: OwnPicture[]
    }
  }
  previewEmbedFill: {
    query: {
      /**
       * For compatibility. Prefer the header, which keeps the secret out of logs.
       */
      client_secret?: string
      /**
       * Page, counted from 0.
       */
      page?: string
      /**
       * Width in px.
       */
      w?: string
      /**
       * Device pixel ratio.
       */
      dpr?: string
      /**
       * Format of the image.
       */
      format?: string
      /**
       * Beta. Language tag of the labels in empty fields. Default: the labels of the fields as they are.
       */
      locale?: string
      /**
       * Beta. `none` shows the page as it prints, without labels in empty fields.
       */
      labels?: 'none'
      /**
       * Beta. `true` shows an approved fill without the change that its customer is making.
       */
      approved?: boolean
    }
    file: true
  }
  previewTypedFill: {
    body: {
      /**
       * Values by field id or label.
       */
      values?: {
        [k: string]: string | OwnPictureValue
      }
      /**
       * Inks of the order: index, name of the plate and colour on the screen.
       */
      colors?:
        | {
            index: number
            key: string
            name: string
            hex: string
            /**
             * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
             */
            rgb?: number[]
            /**
             * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
             */
            cmyk?: number[]
            /**
             * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
             */
            lab?: number[]
            /**
             * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
             */
            gray?: number
          }[]
        | null
      /**
       * Index of an ink, by field id or label.
       */
      assignments?: {
        [k: string]: number
      }
      /**
       * Paper that previews show. It is not printed.
       */
      substrate?: {
        key: string
        name: string
        hex: string
      } | null
      /**
       * Page, counted from 0. Default: 0.
       */
      page?: number
      /**
       * Width in CSS pixels, 1 to 2560. Default: 880.
       */
      w?: number
      /**
       * Device pixel ratio, 0.5 to 4. Default: 1.
       */
      dpr?: number
      /**
       * Beta. Language tag of the labels in empty fields. Default: the labels of the fields as they are.
       */
      locale?: string
    }
    file: true
  }
  discardEmbedChange: {
    query: {
      /**
       * For compatibility. Prefer the header, which keeps the secret out of logs.
       */
      client_secret?: string
    }
    reply: {
      fill: Fill
      embed_session: EmbedSessionState
    }
  }
  completeEmbedFill: {
    body: {
      /**
       * Sent by hosted pages that ask for it.
       */
      customer_name?: string
      /**
       * E-mail address of the customer.
       */
      customer_email?: string
    }
    reply: {
      fill: Fill
      embed_session: EmbedSessionState
      /**
       * Used by the widget to continue the fill in a guest session.
       */
      resume_token?: string
    }
  }
  listWebhookEndpoints: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: WebhookEndpoint[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createWebhookEndpoint: {
    body: {
      /**
       * Public https URL with port 443, 80, or 1024 or above.
       */
      url: string
      /**
       * Event types, or only * for all types except fill.updated.
       */
      enabled_events?: string[]
      /**
       * What it is for, in your words.
       */
      description?: string
      /**
       * full: data.object is the complete object. thin: only its id, type and path.
       */
      payload_style?: 'full' | 'thin'
      /**
       * Include names and e-mail addresses of customers.
       */
      include_pii?: boolean
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
    }
    reply: {
      webhook_endpoint: WebhookEndpoint
      signing_secret: string
    }
  }
  retrieveWebhookEndpoint: {
    reply: {
      webhook_endpoint: WebhookEndpoint
    }
  }
  changeWebhookEndpoint: {
    body: {
      /**
       * Public https URL with port 443, 80, or 1024 or above.
       */
      url?: string
      /**
       * Event types, or only * for all types except fill.updated.
       */
      enabled_events?: string[]
      /**
       * What it is for, in your words.
       */
      description?: string
      /**
       * full: data.object is the complete object. thin: only its id, type and path.
       */
      payload_style?: 'full' | 'thin'
      /**
       * Include names and e-mail addresses of customers.
       */
      include_pii?: boolean
      /**
       * State.
       */
      status?: 'enabled' | 'disabled'
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * The response contains the new secret.
       */
      rotate_secret?: boolean
      /**
       * Seconds that the old secret also signs. Default: 86400.
       */
      rotate_overlap_seconds?: number
      /**
       * Rotate during an overlap.
       */
      force?: boolean
    }
    reply: {
      webhook_endpoint: WebhookEndpoint
      signing_secret: string | null
    }
  }
  deleteWebhookEndpoint: {
    reply: {
      webhook_endpoint: WebhookEndpoint
    }
  }
  listWebhookDeliveries: {
    query: {
      /**
       * Outcome of the attempts.
       */
      outcome?: 'pending' | 'failed' | 'succeeded' | 'exhausted' | 'skipped'
      /**
       * Only deliveries of events of this type.
       */
      event_type?:
        | 'render.succeeded'
        | 'render.queued'
        | 'render.failed'
        | 'render.canceled'
        | 'batch.completed'
        | 'fill.created'
        | 'fill.updated'
        | 'fill.completed'
        | 'fill.finalized'
        | 'fill.expired'
        | 'fill.review_requested'
        | 'fill.approved'
        | 'fill.refused'
        | 'template.published'
        | 'template.archived'
        | 'embed_session.completed'
        | 'embed_session.expired'
        | 'webhook_endpoint.disabled'
        | 'hot_folder_delivery.held'
        | 'hot_folder_delivery.exhausted'
        | 'ping'
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: WebhookDelivery[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveWebhookDelivery: {
    reply: {
      delivery: WebhookDelivery
    }
  }
  retryWebhookDelivery: {
    reply: {
      delivery: WebhookDelivery
    }
  }
  testWebhookEndpoint: {
    reply: {
      event: Event
      delivery: WebhookDelivery
    }
  }
  listHotFolders: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: HotFolder[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createHotFolder: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name: string
      /**
       * Path below HOT_FOLDERS, or sftp://user@host:port/path; /~/path starts in the home folder of the user. The folder must exist before the first delivery.
       */
      folder: string
      /**
       * Id of the template.
       */
      template_id?: string | null
      /**
       * Must end with .pdf. Placeholders: {order}, {line}, {quantity}, {template}, {paper}, {ink}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
      /**
       * Hold print files with the preflight status fail until their delivery is retried. Default: true.
       */
      hold_on_fail?: boolean
      /**
       * Form of the print file, such as pdfx4. Null keeps that of the template.
       */
      output?: ('pdf' | 'pdfx4' | 'pdfx1a' | 'pdfx3') | null
      /**
       * Beta. `cmyk`: hold print files whose colours are not converted to CMYK until their delivery is retried. A hot folder of a template needs a template that converts. Default: null, all print files.
       */
      convert?: 'cmyk' | null
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * Confirms this fingerprint. Without one, a test returns the fingerprint and nothing is sent.
       */
      host_key?: string | null
      /**
       * Stored encrypted; replaces a private key.
       */
      password?: string
      /**
       * In the form of OpenSSH, PEM or PuTTY. Stored encrypted; replaces a password.
       */
      private_key?: string
      /**
       * Of the private key.
       */
      passphrase?: string
    }
    reply: {
      hot_folder: HotFolder
    }
  }
  retrieveHotFolder: {
    reply: {
      hot_folder: HotFolder
    }
  }
  changeHotFolder: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * Path below HOT_FOLDERS, or sftp://user@host:port/path; /~/path starts in the home folder of the user. The folder must exist before the first delivery.
       */
      folder?: string
      /**
       * Must end with .pdf. Placeholders: {order}, {line}, {quantity}, {template}, {paper}, {ink}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
      /**
       * Hold print files with the preflight status fail until their delivery is retried. Default: true.
       */
      hold_on_fail?: boolean
      /**
       * Form of the print file, such as pdfx4. Null keeps that of the template.
       */
      output?: ('pdf' | 'pdfx4' | 'pdfx1a' | 'pdfx3') | null
      /**
       * Beta. `cmyk`: hold print files whose colours are not converted to CMYK until their delivery is retried. A hot folder of a template needs a template that converts. Default: null, all print files.
       */
      convert?: 'cmyk' | null
      /**
       * State.
       */
      status?: 'enabled' | 'disabled'
      /**
       * Your own texts by name. The service stores them and does not interpret them.
       */
      metadata?: {
        [k: string]: string
      }
      /**
       * Confirms this fingerprint. Without one, a test returns the fingerprint and nothing is sent.
       */
      host_key?: string | null
      /**
       * Stored encrypted; replaces a private key.
       */
      password?: string
      /**
       * In the form of OpenSSH, PEM or PuTTY. Stored encrypted; replaces a password.
       */
      private_key?: string
      /**
       * Of the private key.
       */
      passphrase?: string
    }
    reply: {
      hot_folder: HotFolder
    }
  }
  deleteHotFolder: {
    reply: {
      hot_folder: HotFolder
    }
  }
  listHotFolderDeliveries: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
      /**
       * Id of the render.
       */
      render_id?: string
      /**
       * Outcome of the attempts.
       */
      outcome?: 'pending' | 'held' | 'failed' | 'succeeded' | 'exhausted' | 'skipped'
    }
    reply: {
      data: HotFolderDelivery[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveHotFolderDelivery: {
    reply: {
      delivery: HotFolderDelivery
    }
  }
  retryHotFolderDelivery: {
    reply: {
      delivery: HotFolderDelivery
    }
  }
  makeHotFolder: {
    reply: {
      writable: boolean
      error_code:
        | (
            | 'folder_missing'
            | 'not_a_folder'
            | 'no_permission'
            | 'read_only'
            | 'disk_full'
            | 'folder_unreachable'
            | 'name_refused'
            | 'print_file_unreadable'
            | 'folder_failed'
            | 'host_not_found'
            | 'host_not_allowed'
            | 'host_key_unconfirmed'
            | 'host_key_changed'
            | 'login_missing'
            | 'login_refused'
            | 'sftp_unavailable'
            | 'server_unreachable'
          )
        | null
      error_message: string | null
      /**
       * Of the folder, on the machine that runs Platen; or its address.
       */
      path: string
      host_key: string | null
      /**
       * The folder is missing, and Platen can create it on request.
       */
      creatable: boolean
    }
  }
  testHotFolder: {
    reply: {
      writable: boolean
      error_code:
        | (
            | 'folder_missing'
            | 'not_a_folder'
            | 'no_permission'
            | 'read_only'
            | 'disk_full'
            | 'folder_unreachable'
            | 'name_refused'
            | 'print_file_unreadable'
            | 'folder_failed'
            | 'host_not_found'
            | 'host_not_allowed'
            | 'host_key_unconfirmed'
            | 'host_key_changed'
            | 'login_missing'
            | 'login_refused'
            | 'sftp_unavailable'
            | 'server_unreachable'
          )
        | null
      error_message: string | null
      /**
       * Of the folder, on the machine that runs Platen; or its address.
       */
      path: string
      host_key: string | null
      /**
       * The folder is missing, and Platen can create it on request.
       */
      creatable: boolean
    }
  }
  listStorefrontOrders: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
      /**
       * Only orders with a line in this state.
       */
      state?: 'attached' | 'finalizing' | 'finalized' | 'fulfilled' | 'withdrawn' | 'failed' | 'held'
      /**
       * Order reference of your shop.
       */
      external_order_id?: string
      /**
       * Name of the storefront adapter.
       */
      adapter?: string
      /**
       * The shop, as the adapter names it.
       */
      shop?: string
    }
    reply: {
      data: StorefrontOrder[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveStorefrontOrder: {
    reply: {
      storefront_order: StorefrontOrder
    }
  }
  retryStorefrontLine: {
    reply: {
      storefront_order: StorefrontOrder
    }
  }
  releaseStorefrontLine: {
    reply: {
      storefront_order: StorefrontOrder
    }
  }
  listStorefrontHooks: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
      /**
       * State.
       */
      state?: 'pending' | 'done' | 'failed'
      /**
       * Name of the storefront adapter.
       */
      adapter?: string
      /**
       * The shop, as the adapter names it.
       */
      shop?: string
    }
    reply: {
      data: StorefrontHook[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retryStorefrontHook: {
    reply: {
      storefront_hook: StorefrontHook
    }
  }
  listEvents: {
    query: {
      /**
       * Type.
       */
      type?:
        | 'render.succeeded'
        | 'render.queued'
        | 'render.failed'
        | 'render.canceled'
        | 'batch.completed'
        | 'fill.created'
        | 'fill.updated'
        | 'fill.completed'
        | 'fill.finalized'
        | 'fill.expired'
        | 'fill.review_requested'
        | 'fill.approved'
        | 'fill.refused'
        | 'template.published'
        | 'template.archived'
        | 'embed_session.completed'
        | 'embed_session.expired'
        | 'webhook_endpoint.disabled'
        | 'hot_folder_delivery.held'
        | 'hot_folder_delivery.exhausted'
        | 'ping'
      /**
       * Id of the object.
       */
      object_id?: string
      /**
       * Only what changed after this time.
       */
      since?: string
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Event[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveEvent: {
    reply: {
      event: Event
    }
  }
  listApiKeys: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: ApiKey[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  createApiKey: {
    body: {
      /**
       * Type.
       */
      type: 'secret' | 'restricted'
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * Scopes of a restricted key: templates:read, templates:write, renders:read, renders:write, previews:write, fills:read, fills:write, product_mappings:read, product_mappings:write, embed_applications:read, embed_applications:write, embed_sessions:read, embed_sessions:write, webhook_endpoints:read, webhook_endpoints:write, hot_folders:read, hot_folders:write, storefront:read, storefront:write, batches:read, batches:write, assets:read, assets:write, fonts:read, fonts:write, profiles:read, profiles:write, brand_colors:read, brand_colors:write, selection_sets:read, selection_sets:write, usage:read.
       */
      scopes?: string[]
      /**
       * Lifetime in seconds. By default the key is valid until revoked.
       */
      expires_in?: number
    }
    reply: {
      api_key: ApiKey
      /**
       * The API key. Returned only in this response.
       */
      key: string
    }
  }
  retrieveApiKey: {
    reply: {
      api_key: ApiKey
    }
  }
  revokeApiKey: {
    query: {
      /**
       * True also revokes the key that sends the request.
       */
      force?: boolean
    }
    reply: {
      api_key: ApiKey
    }
  }
  listApiKeyRequests: {
    query: {
      /**
       * true lists only requests with a status of 400 or above.
       */
      failed?: boolean
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: ApiRequest[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  rotateApiKey: {
    body: {
      /**
       * Seconds that the old key stays valid. Default: 86400 (one day).
       */
      overlap_seconds?: number
    }
    reply: {
      api_key: ApiKey
      /**
       * The API key. Returned only in this response.
       */
      key: string
      replaced: ApiKey
    }
  }
  checkConnection: {
    query: {
      /**
       * Publishable key of the embed application.
       */
      publishable_key?: string
      /**
       * Origin of the pages that show the editor, such as https://shop.example.
       */
      origin?: string
    }
    reply: {
      connection: Connection
    }
  }
  retrieveUsage: {
    reply: Usage
  }
  retrieveBranding: {
    reply: {
      branding: Branding
    }
  }
  changeBranding: {
    body: {
      /**
       * Name of the shop, as customers see it.
       */
      display_name?: string | null
      /**
       * Id of an image in the library.
       */
      logo_asset_id?: string | null
      /**
       * Contact for customers.
       */
      contact?: string | null
      /**
       * Colour of buttons, such as #1f4e79.
       */
      accent_color?: string | null
      /**
       * Text after approval.
       */
      closing?: string | null
      /**
       * Address of the terms and conditions.
       */
      terms_url?: string | null
      /**
       * Address of the privacy policy.
       */
      privacy_url?: string | null
    }
    reply: {
      branding: Branding
    }
  }
  retrieveTeamSettings: {
    reply: {
      settings: TeamSettings
    }
  }
  changeTeamSettings: {
    body: {
      /**
       * Which finalized fills wait for approval before anything of them is printed: none, those with an image of the customer, or all.
       */
      review?: 'none' | 'pictures' | 'all'
      /**
       * Words that customers' texts may not have, by language tag. At most 5000 words, each of at most 100 characters.
       */
      forbidden_words?: {
        [k: string]: string[]
      }
      /**
       * `word` tells customers which word is refused, `vague` only that the text is.
       */
      forbidden_word_reply?: 'word' | 'vague'
      /**
       * Id of the output profile of new templates, as PDF/X-4. Null for plain PDF.
       */
      default_output_profile?: string | null
      /**
       * Languages of hosted pages; the first is for customers who prefer none of them. Empty for all languages.
       */
      customer_languages?: ('en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pl' | 'pt' | 'ja' | 'ar')[]
      /**
       * What order numbers begin with. A design that is approved on a hosted page then gets the next number as its external_order_id, and so does a fill made or finalized with `assign_order_number`. Null gives no numbers.
       */
      order_prefix?: string | null
      /**
       * The number of the next order. It can only be raised.
       */
      next_order_number?: number
      /**
       * Who gets an e-mail when a customer approves a design: `none`, owners, or owners and editors. It needs SMTP_URL.
       */
      approval_mail?: 'none' | 'owners' | 'editors'
    }
    reply: {
      settings: TeamSettings
    }
  }
  listAuditEvents: {
    query: {
      /**
       * Only entries of this action.
       */
      action?:
        | 'key.created'
        | 'key.rotated'
        | 'key.revoked'
        | 'template.published'
        | 'template.paused'
        | 'template.archived'
        | 'template.restored'
        | 'template.changed'
        | 'template.copied'
        | 'template.artwork_replaced'
        | 'scene.saved'
        | 'render.retried'
        | 'application.created'
        | 'application.changed'
        | 'application.archived'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.changed'
        | 'webhook_endpoint.disabled'
        | 'asset.created'
        | 'asset.changed'
        | 'asset.archived'
        | 'asset.restored'
        | 'font.created'
        | 'font.changed'
        | 'font.archived'
        | 'font.restored'
        | 'profile.created'
        | 'profile.changed'
        | 'profile.archived'
        | 'profile.restored'
        | 'brand_color.created'
        | 'brand_color.changed'
        | 'brand_color.removed'
        | 'selection_set.created'
        | 'selection_set.changed'
        | 'selection_set.archived'
        | 'hot_folder.created'
        | 'hot_folder.changed'
        | 'hot_folder.disabled'
        | 'hot_folder.folder_created'
        | 'hot_folder_delivery.released'
        | 'storefront_line.retried'
        | 'storefront_line.released'
        | 'storefront_hook.retried'
        | 'fill.finalized'
        | 'fill.status'
        | 'fill.erased'
        | 'fill.reviewed'
        | 'retention.erased'
        | 'team.changed'
        | 'user.invited'
        | 'user.linked'
        | 'user.joined'
        | 'user.changed'
        | 'user.signed_in'
        | 'user.signed_out'
        | 'user.passkey_added'
        | 'user.passkey_removed'
        | 'user.passkeys_removed'
      /**
       * Id of the object.
       */
      object_id?: string
      /**
       * Only entries of this person or key.
       */
      actor?: string
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: AuditEvent[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  signInToConsole: {
    body: {
      /**
       * E-mail address.
       */
      email: string
      /**
       * Passphrase, at least 12 characters.
       */
      passphrase: string
    }
    reply: ConsoleSession
  }
  signOutEverywhere: {
    query: {
      /**
       * true keeps the session of the request. Default false.
       */
      keep_current?: boolean
    }
    reply: {
      object: 'console_session'
      ended_sessions: number
    }
  }
  listOwnSessions: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: ConsoleSignIn[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  retrieveConsoleSession: {
    reply: ConsoleSession
  }
  changeConsoleSession: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * Language of the console.
       */
      language?: ('en' | 'de') | null
      /**
       * Passphrase, at least 12 characters.
       */
      passphrase?: string
      /**
       * Passphrase until now.
       */
      current_passphrase?: string
    }
    reply: ConsoleSession
  }
  signOutOfConsole: {
    reply: {
      object: 'console_session'
      ended_sessions: number
    }
  }
  endOwnSession: {
    reply: {
      object: 'console_session'
      ended_sessions: number
    }
  }
  beginPasskey: {
    body: {
      /**
       * Passphrase until now.
       */
      current_passphrase: string
    }
    reply: {
      /**
       * For the WebAuthn API of the browser.
       */
      options: {
        /**
         * This interface was referenced by `undefined`'s JSON-Schema definition
         * via the `patternProperty` "^(.*)$".
         */
        [k: string]: unknown
      }
    }
  }
  createPasskey: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name: string
      /**
       * The JSON of the credential that the browser returned.
       */
      credential: {
        /**
         * This interface was referenced by `undefined`'s JSON-Schema definition
         * via the `patternProperty` "^(.*)$".
         */
        [k: string]: unknown
      }
    }
    reply: {
      passkey: Passkey
    }
  }
  listPasskeys: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: Passkey[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  renamePasskey: {
    body: {
      /**
       * Name, as the console shows it.
       */
      name: string
    }
    reply: {
      passkey: Passkey
    }
  }
  removePasskey: {
    reply: {
      passkey: Passkey
    }
  }
  beginPasskeySignIn: {
    reply: {
      /**
       * For the WebAuthn API of the browser.
       */
      options: {
        /**
         * This interface was referenced by `undefined`'s JSON-Schema definition
         * via the `patternProperty` "^(.*)$".
         */
        [k: string]: unknown
      }
    }
  }
  signInWithPasskey: {
    body: {
      /**
       * The JSON of the credential that the browser returned.
       */
      credential: {
        /**
         * This interface was referenced by `undefined`'s JSON-Schema definition
         * via the `patternProperty` "^(.*)$".
         */
        [k: string]: unknown
      }
    }
    reply: ConsoleSession
  }
  checkConsoleLink: {
    body: {
      /**
       * Token of the one-time link.
       */
      token: string
    }
    reply: {
      object: 'console_link'
      purpose: 'first' | 'invitation' | 'passphrase'
      team_name: string
      role: 'owner' | 'editor' | 'viewer'
      email: string | null
      name: string | null
      /**
       * Number of passkeys that can be removed with the link.
       */
      passkeys: number
    }
  }
  requestPassphraseLink: {
    body: {
      /**
       * E-mail address.
       */
      email: string
    }
    /**
     * The same whether a user has this address or not.
     */
    reply: {
      object: 'passphrase_link_request'
    }
  }
  joinConsole: {
    body: {
      /**
       * Token of the one-time link.
       */
      token: string
      /**
       * Name, as the console shows it.
       */
      name?: string
      /**
       * E-mail address.
       */
      email?: string
      /**
       * Passphrase, at least 12 characters.
       */
      passphrase: string
      /**
       * true removes all passkeys of the user. Default false.
       */
      remove_passkeys?: boolean
    }
    reply: ConsoleSession
  }
  listUsers: {
    query: {
      /**
       * Default 50.
       */
      limit?: number
      /**
       * Id of the last object of the previous page.
       */
      starting_after?: string
    }
    reply: {
      data: User[]
      has_more: boolean
      next_starting_after: string | null
    }
  }
  inviteUser: {
    body: {
      /**
       * E-mail address.
       */
      email: string
      /**
       * Role of the person: owner, editor or viewer.
       */
      role: 'owner' | 'editor' | 'viewer'
      /**
       * Name, as the console shows it.
       */
      name?: string
    }
    reply: {
      user: User
      /**
       * Works once, within 24 hours. Returned only in this response.
       */
      link: string
      /**
       * Whether the link is also sent to the user by e-mail, as it is where SMTP_URL is set.
       */
      mailed: boolean
    }
  }
  retrieveUser: {
    reply: {
      user: User
    }
  }
  changeUser: {
    body: {
      /**
       * Role of the person: owner, editor or viewer.
       */
      role?: 'owner' | 'editor' | 'viewer'
      /**
       * True ends all sessions of the person and refuses new ones.
       */
      disabled?: boolean
    }
    reply: {
      user: User
    }
  }
  linkUser: {
    reply: {
      user: User
      /**
       * Works once, within 24 hours. Returned only in this response.
       */
      link: string
      /**
       * Whether the link is also sent to the user by e-mail, as it is where SMTP_URL is set.
       */
      mailed: boolean
    }
  }
  endUserSessions: {
    reply: {
      object: 'console_session'
      ended_sessions: number
    }
  }
  removeUserPasskeys: {
    reply: {
      object: 'passkey'
      removed_passkeys: number
    }
  }
  readSignedRender: {
    query: {
      /**
       * Version of the link.
       */
      v?: string
      /**
       * Expiry of the link.
       */
      exp?: string
      /**
       * Disposition of the download.
       */
      d?: string
      /**
       * Id of the signing key.
       */
      kid?: string
      /**
       * Signature of the link.
       */
      sig?: string
      /**
       * Name of the downloaded file.
       */
      filename?: string
      /**
       * Beta. Name of each print file; ends in .pdf. Placeholders: {order}, {line}, {quantity}, {template}, {paper}, {ink}, {fill}, {render}, {cart}, {date}, {due}.
       */
      name_pattern?: string
    }
    file: true
  }
  readSignedBatch: {
    query: {
      /**
       * Version of the link.
       */
      v?: string
      /**
       * Expiry of the link.
       */
      exp?: string
      /**
       * Disposition of the download.
       */
      d?: string
      /**
       * Id of the signing key.
       */
      kid?: string
      /**
       * Signature of the link.
       */
      sig?: string
    }
    file: true
  }
  readSignedExport: {
    query: {
      /**
       * Renders of the export.
       */
      r?: string
      /**
       * Beta. Name of each print file; ends in .pdf. Placeholders: {order}, {line}, {quantity}, {template}, {paper}, {ink}, {fill}, {render}, {cart}, {date}, {due}.
       */
      n?: string
      /**
       * Version of the link.
       */
      v?: string
      /**
       * Expiry of the link.
       */
      exp?: string
      /**
       * Disposition of the download.
       */
      d?: string
      /**
       * Id of the signing key.
       */
      kid?: string
      /**
       * Signature of the link.
       */
      sig?: string
    }
    file: true
  }
  readSignedPreview: {
    query: {
      /**
       * Revision of the content.
       */
      rev?: string
      /**
       * Width in px.
       */
      w?: string
      /**
       * Signature of the link.
       */
      sig?: string
    }
    file: true
  }
  readSignedProof: {
    query: {
      /**
       * Revision of the content.
       */
      rev?: string
      /**
       * Signature of the link.
       */
      sig?: string
    }
    file: true
  }
  readSignedAsset: {
    query: {
      /**
       * Version of the link.
       */
      v?: string
      /**
       * Expiry of the link.
       */
      exp?: string
      /**
       * Disposition of the download.
       */
      d?: string
      /**
       * Id of the signing key.
       */
      kid?: string
      /**
       * Signature of the link.
       */
      sig?: string
    }
    file: true
  }
  readSignedThumbnail: {
    query: {
      /**
       * Version of the link.
       */
      v?: string
      /**
       * Expiry of the link.
       */
      exp?: string
      /**
       * Disposition of the download.
       */
      d?: string
      /**
       * Id of the signing key.
       */
      kid?: string
      /**
       * Signature of the link.
       */
      sig?: string
    }
    file: true
  }
  readSignedOwnPicture: {
    query: {
      /**
       * Version of the link.
       */
      v?: string
      /**
       * Expiry of the link.
       */
      exp?: string
      /**
       * Disposition of the download.
       */
      d?: string
      /**
       * Id of the signing key.
       */
      kid?: string
      /**
       * Signature of the link.
       */
      sig?: string
    }
    file: true
  }
  describeInterface: {
    reply: {
      [k: string]: unknown
    }
  }
  describeInterfaceAsYaml: {
    file: true
  }
}
export interface Template {
  id: string
  object: 'template'
  title: string
  slug: string
  status: 'draft' | 'paused' | 'live' | 'archived'
  page_count: number
  /**
   * Of the first page as displayed.
   */
  page_width_pt: number
  page_height_pt: number
  pages: TemplatePage[]
  latest_revision: number
  live_revision: number | null
  field_count: number
  source_sha256: string
  size_bytes: number
  profile: 'sheetfed' | 'packaging' | 'flexo' | 'digital' | 'large_format'
  /**
   * Treatment of the borders and backgrounds that the form draws around fields.
   */
  form_borders: 'remove' | 'keep'
  /**
   * Beta. The format of print files.
   */
  output: 'pdf' | 'pdfx4'
  output_profile: TemplateOutputProfile | null
  /**
   * Beta. What becomes of RGB and Lab: `none` tags it, `cmyk` converts it by the output profile.
   */
  convert: 'none' | 'cmyk'
  preflight_status: 'pass' | 'warn' | 'fail' | 'pending'
  findings: Finding[]
  hosted: HostedSettings
  hosted_url: string | null
  preview_url: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  published_at: string | null
  archived_at: string | null
}
export interface TemplatePage {
  index: number
  width_pt: number
  height_pt: number
  /**
   * The bleed box is larger than the trim box.
   */
  bleed: boolean
}
/**
 * Beta. The output profile of `pdfx4`, as it was when the PDF was read.
 */
export interface TemplateOutputProfile {
  id: string
  name: string
  condition: string
}
export interface Finding {
  code: string
  severity: 'info' | 'warn' | 'fail'
  /**
   * In the language of the request: English, or German where Accept-Language asks for it.
   */
  message: string
  page: number | null
  bbox: [number, number, number, number] | null
  /**
   * Number of objects on the page.
   */
  count: number
  /**
   * Places of the first few objects, where there are several.
   */
  boxes: [number, number, number, number][]
  field_id: string | null
  ink: string | null
  found: (string | number) | null
  expected: (string | number) | null
  ref: string | null
}
export interface HostedSettings {
  description: string | null
  ask_name: 'no' | 'optional' | 'required'
  ask_email: 'no' | 'optional' | 'required'
  /**
   * Asks search engines not to index the page.
   */
  noindex: boolean
  accent_color: string | null
}
export interface SceneSummary {
  revision: number
  page_count: number
  /**
   * Number of placements of fields on the pages.
   */
  element_count: number
  field_count: number
  inks: SceneSummaryInk[]
  pages: SceneSummaryPage[]
  /**
   * Options for customers.
   */
  papers: {
    key: string
    name: string
    hex: string
  }[]
  /**
   * Beta. How the output profile shows process inks on a screen: Base64 of L* (over 0 to 100), a* and b* (plus 128) for five steps of each ink, cyan first. Null without a profile.
   */
  screen_table: string | null
  created_at: string
}
export interface SceneSummaryInk {
  index: number
  key: string
  name: string
  hex: string
  /**
   * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
   */
  rgb?: number[]
  /**
   * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
   */
  cmyk?: number[]
  /**
   * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
   */
  lab?: number[]
  /**
   * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
   */
  gray?: number
  /**
   * Technical inks such as cutting, varnish or white cannot be used for text.
   */
  technical: boolean
  /**
   * Inks that customers can choose instead.
   */
  offers: {
    key: string
    name: string
    hex: string
    /**
     * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
     */
    rgb?: number[]
    /**
     * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
     */
    cmyk?: number[]
    /**
     * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
     */
    lab?: number[]
    /**
     * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
     */
    gray?: number
  }[]
}
/**
 * As displayed.
 */
export interface SceneSummaryPage {
  index: number
  width_pt: number
  height_pt: number
  trim: PageTrim
}
/**
 * The trim box as fractions of the displayed page, from its top left corner.
 */
export interface PageTrim {
  left: number
  top: number
  width: number
  height: number
}
export interface Field {
  id: string
  label: string
  /**
   * Beta. Sentence for customers below the field.
   */
  help?: string | null
  /**
   * Beta. Label and help in other languages, by language tag such as `de` or `pt-BR`. What is missing stands as in the field.
   */
  translations?: {
    [k: string]: FieldTranslation
  }
  type: 'text' | 'selection' | 'image'
  default_value: string
  max_length: number | null
  required: boolean
  /**
   * Customers cannot change the value; the server of the shop can.
   */
  locked: boolean
  selection_set_id: string | null
  /**
   * Current options of a selection field, or the newest 500 images for an image field, whose ids are the values. Null for text.
   */
  options: FieldOption[] | CatalogueEntry[] | null
  /**
   * The text can have several lines.
   */
  multiline: boolean
  /**
   * Default ink of the field.
   */
  ink: number
  /**
   * Customers can choose the ink with an assignment.
   */
  ink_choice: boolean
  places: FieldPlace[]
  upload?: FieldUpload | null
}
export interface FieldTranslation {
  label?: string | null
  help?: string | null
}
export interface FieldOption {
  value: string
  label: string
  /**
   * Shown but not selectable.
   */
  disabled?: true
  /**
   * Id of the image shown for the option.
   */
  asset_id?: string
  /**
   * Link to the thumbnail of that image, valid for one hour.
   */
  image_url?: string
}
export interface CatalogueEntry {
  /**
   * The field's value.
   */
  id: string
  label: string
  /**
   * Link to the image for screens, at most 2560 px on the longer side, valid for one hour.
   */
  url: string
  /**
   * Link to a thumbnail of at most 320 px on the longer side, valid for one hour.
   */
  thumbnail_url: string
  /**
   * In px, as printed.
   */
  width: number
  /**
   * In px, as printed.
   */
  height: number
  /**
   * Media type of url and thumbnail_url.
   */
  content_type: 'image/webp'
}
/**
 * Position of the field as fractions of the displayed page, from its top left corner.
 */
export interface FieldPlace {
  page: number
  left: number
  top: number
  width: number
  height: number
}
/**
 * Beta. What customers can upload. Null for nothing.
 */
export interface FieldUpload {
  source: 'upload' | 'both'
  min_ppi: number
  warn_ppi: number
  kinds: ('jpeg' | 'png' | 'webp' | 'avif' | 'heic')[]
  max_bytes: number
  /**
   * The frame of the image at each place of the field.
   */
  frames: {
    /**
     * As printed, in points of 1/72 inch.
     */
    width_pt: number
    height_pt: number
    fit: 'fit' | 'fill'
    anchor:
      | 'top_left'
      | 'top'
      | 'top_right'
      | 'left'
      | 'center'
      | 'right'
      | 'bottom_left'
      | 'bottom'
      | 'bottom_right'
  }[]
}
export interface Scene {
  version: 1
  pages: ScenePage[]
  inks: SceneInk[]
  /**
   * Papers that customers can choose from. Default: the first one.
   */
  papers?: {
    key: string
    name: string
    hex: string
    /**
     * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
     */
    rgb?: number[]
    /**
     * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
     */
    cmyk?: number[]
    /**
     * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
     */
    lab?: number[]
    /**
     * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
     */
    gray?: number
  }[]
  text_output: 'live' | 'outlines'
  allow_rgb?: boolean | null
  black_overprint_pt?: number | null
  fields: SceneField[]
}
export interface ScenePage {
  index: number
  /**
   * Left, bottom, right and top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  media_box: [number, number, number, number]
  /**
   * Left, bottom, right and top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  crop_box: [number, number, number, number]
  /**
   * Left, bottom, right and top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  bleed_box: [number, number, number, number]
  /**
   * Left, bottom, right and top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  trim_box: [number, number, number, number]
  trim_stated: boolean
  rotate: 0 | 90 | 180 | 270
  user_unit: number
  width_pt: number
  height_pt: number
}
export interface SceneInk {
  index: number
  key: string
  name: string
  hex: string
  /**
   * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
   */
  rgb?: number[]
  /**
   * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
   */
  cmyk?: number[]
  /**
   * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
   */
  lab?: number[]
  /**
   * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
   */
  gray?: number
  technical: boolean
  binding?: string[] | null
  /**
   * Other inks that customers can choose instead.
   */
  offers?: {
    key: string
    name: string
    hex: string
    /**
     * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
     */
    rgb?: number[]
    /**
     * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
     */
    cmyk?: number[]
    /**
     * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
     */
    lab?: number[]
    /**
     * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
     */
    gray?: number
  }[]
}
export interface SceneField {
  id: string
  label: string
  help?: string | null
  /**
   * Beta. Label and help in other languages, by language tag such as `de` or `pt-BR`. What is missing stands as in the field.
   */
  translations?: {
    [k: string]: FieldTranslation
  }
  source_name: string
  type: 'text' | 'selection' | 'image'
  default_value: string
  required: boolean
  max_length: number | null
  options:
    | {
        value: string
        label: string
      }[]
    | null
  selection_set_id?: string | null
  asset_tag?: string | null
  /**
   * For image fields: print colour images in the ink of the field.
   */
  one_color?: boolean
  /**
   * Beta. For image fields: images of the library, images that customers upload, or both. Default: catalogue.
   */
  source?: 'catalogue' | 'upload' | 'both'
  /**
   * Beta. Images of customers that print with fewer pixels per inch are refused. Default: 150.
   */
  min_ppi?: number
  /**
   * Beta. Customers are warned about images with fewer pixels per inch. Default: 225.
   */
  warn_ppi?: number
  /**
   * Beta. Kinds of images that customers can upload. Default: jpeg, png, webp and avif.
   */
  kinds?: ('jpeg' | 'png' | 'webp' | 'avif' | 'heic')[]
  /**
   * Beta. Size of the largest upload. Default: 41943040 (40 MB).
   */
  max_bytes?: number
  group?: string | null
  /**
   * Customers see the value but cannot change it; the server of the shop can.
   */
  locked?: boolean
  /**
   * The console does not move or resize the field.
   */
  position_locked?: boolean
  ink: string | null
  /**
   * Customers can choose the ink of the field from the palette.
   */
  ink_choice?: boolean
  tint: number
  overprint: boolean
  slot: 'below' | 'in_place' | 'above'
  placements: Placement[]
}
export interface Placement {
  page: number
  /**
   * Left, bottom, right and top in default user space.
   *
   * @minItems 4
   * @maxItems 4
   */
  box: [number, number, number, number]
  turn: 0 | 90 | 180 | 270
  inset_pt: number
  style: TextStyle
  option: string | null
  mark: ('check' | 'cross' | 'circle' | 'diamond' | 'square' | 'star') | null
  baseline_pt?: number | null
  frame?: {
    /**
     * Matrix from the content, with its lower left corner at the origin, to default user space.
     *
     * @minItems 6
     * @maxItems 6
     */
    matrix: [number, number, number, number, number, number]
    width_pt: number
    height_pt: number
  } | null
  line?: {
    parts: {
      text: string | null
      source: string | null
      font: {
        requested: string
        key: string
        substitute: boolean
      } | null
      scale: number
      ink: string | null
    }[]
    keep_when_empty: boolean
    stretch_em?: number | null
  } | null
  in_place?: number | null
  picture?: {
    fit: 'fit' | 'fill'
    anchor:
      | 'top_left'
      | 'top'
      | 'top_right'
      | 'left'
      | 'center'
      | 'right'
      | 'bottom_left'
      | 'bottom'
      | 'bottom_right'
  } | null
  appearance?: {
    number: number
    one_color: boolean
  } | null
}
export interface TextStyle {
  font: {
    requested: string
    key: string
    substitute: boolean
  }
  size_pt: number
  auto_size: boolean
  min_size_pt: number
  leading: number
  tracking: number
  min_tracking: number
  align: 'left' | 'center' | 'right'
  vertical_align: 'top' | 'middle' | 'bottom'
  wrap: boolean
  max_lines: number | null
  comb: number | null
  features: string[]
  /**
   * Fallback fonts for missing characters, in this order.
   */
  fallbacks?: {
    requested: string
    key: string
    substitute: boolean
  }[]
  stroke?: TextStroke | null
  /**
   * Opacity of the text. Default: 1.
   */
  opacity?: number
  /**
   * How the text blends with what lies below. Default: normal.
   */
  blend?:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color_dodge'
    | 'color_burn'
    | 'hard_light'
    | 'soft_light'
    | 'difference'
    | 'exclusion'
}
/**
 * Outline of the letters, printed over their fill.
 */
export interface TextStroke {
  /**
   * At the designed size, in units of the page. Text that is set smaller has a thinner outline.
   */
  width_pt: number
  /**
   * Name of an ink of the scene or the artwork. Null uses the ink of the field, also if a customer chooses it.
   */
  ink?: string | null
  tint?: number | null
  /**
   * Default: miter.
   */
  join?: 'miter' | 'round' | 'bevel'
  /**
   * Default: 10.
   */
  miter_limit?: number
  /**
   * Default: false.
   */
  overprint?: boolean
  opacity?: number | null
  /**
   * False for letters that are only an outline. Default: true.
   */
  filled?: boolean
}
export interface ArtworkSeparation {
  name: string
  hex: string
  bindable: boolean
  reason: string | null
}
export interface SavedSceneDraft {
  version: 1
  pages: ScenePage[]
  inks: SceneInk[]
  /**
   * Papers that customers can choose from. Default: the first one.
   */
  papers?: {
    key: string
    name: string
    hex: string
    /**
     * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
     */
    rgb?: number[]
    /**
     * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
     */
    cmyk?: number[]
    /**
     * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
     */
    lab?: number[]
    /**
     * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
     */
    gray?: number
  }[]
  text_output: 'live' | 'outlines'
  allow_rgb?: boolean | null
  black_overprint_pt?: number | null
  fields: SceneFieldDraft[]
  /**
   * Revision that the change is based on. If it is not the newest, the response is 409 scene_changed.
   */
  base_revision?: number
}
export interface SceneFieldDraft {
  id?: string | null
  label: string
  help?: string | null
  /**
   * Beta. Label and help in other languages, by language tag such as `de` or `pt-BR`. What is missing stands as in the field.
   */
  translations?: {
    [k: string]: FieldTranslation
  }
  source_name: string
  type: 'text' | 'selection' | 'image'
  default_value: string
  required: boolean
  max_length: number | null
  options:
    | {
        value: string
        label: string
      }[]
    | null
  selection_set_id?: string | null
  asset_tag?: string | null
  /**
   * For image fields: print colour images in the ink of the field.
   */
  one_color?: boolean
  /**
   * Beta. For image fields: images of the library, images that customers upload, or both. Default: catalogue.
   */
  source?: 'catalogue' | 'upload' | 'both'
  /**
   * Beta. Images of customers that print with fewer pixels per inch are refused. Default: 150.
   */
  min_ppi?: number
  /**
   * Beta. Customers are warned about images with fewer pixels per inch. Default: 225.
   */
  warn_ppi?: number
  /**
   * Beta. Kinds of images that customers can upload. Default: jpeg, png, webp and avif.
   */
  kinds?: ('jpeg' | 'png' | 'webp' | 'avif' | 'heic')[]
  /**
   * Beta. Size of the largest upload. Default: 41943040 (40 MB).
   */
  max_bytes?: number
  group?: string | null
  /**
   * Customers see the value but cannot change it; the server of the shop can.
   */
  locked?: boolean
  /**
   * The console does not move or resize the field.
   */
  position_locked?: boolean
  ink: string | null
  /**
   * Customers can choose the ink of the field from the palette.
   */
  ink_choice?: boolean
  tint: number
  overprint: boolean
  slot: 'below' | 'in_place' | 'above'
  placements: Placement[]
}
export interface ArtworkCheck {
  /**
   * Revision of the comparison. Send it again to replace the artwork of that revision only.
   */
  base_revision: number
  fields: {
    /**
     * `kept`: with its id and settings. `new`: read from the PDF. `gone`: without a place in it.
     */
    change: 'kept' | 'new' | 'gone'
    /**
     * Null for new fields.
     */
    id: string | null
    label: string
    /**
     * Pages of the current artwork, from 0.
     */
    pages_before: number[]
    /**
     * Pages of the new artwork, from 0.
     */
    pages: number[]
  }[]
  /**
   * Each page of the new artwork, from 0, and the same page of the current one.
   */
  pages: {
    page: number
    /**
     * Null for a new page.
     */
    page_before: number | null
  }[]
  /**
   * Pages of the current artwork that the new one does not have.
   */
  pages_gone: number[]
  deduplicated?: true
}
export interface ArtworkRun {
  id: string
  text: string
  /**
   * Corners of the text, counterclockwise from the lower left.
   *
   * @minItems 4
   * @maxItems 4
   */
  quad: [[number, number], [number, number], [number, number], [number, number]]
  /**
   * @minItems 2
   * @maxItems 2
   */
  baseline: [[number, number], [number, number]]
  font: {
    requested: string
    key: string
    substitute: boolean
  }
  /**
   * In units of the page, like the sizes of a scene.
   */
  size_pt: number
  ink: string | null
  tint: number
  /**
   * What the ink is mixed of. A field keeps it. Null for a plate and for solid black.
   */
  mix: {
    /**
     * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
     */
    rgb?: number[]
    /**
     * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
     */
    cmyk?: number[]
    /**
     * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
     */
    lab?: number[]
    /**
     * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
     */
    gray?: number
  } | null
  /**
   * The colour, if a field cannot keep it. The field prints in `ink`, or in the primary ink of the template.
   */
  lost_color: string | null
  overprint: boolean
  /**
   * The outline of the text. A field keeps it.
   */
  stroke: TextStroke | null
  opacity: number
  blend:
    | 'normal'
    | 'multiply'
    | 'screen'
    | 'overlay'
    | 'darken'
    | 'lighten'
    | 'color_dodge'
    | 'color_burn'
    | 'hard_light'
    | 'soft_light'
    | 'difference'
    | 'exclusion'
  /**
   * Parts of the appearance that a field cannot keep: a soft mask, the dashes or the colour of an outline, a blend mode.
   */
  lost_look: ('soft_mask' | 'dashed_outline' | 'outline_color' | 'blend_mode')[]
  /**
   * Suggested by the surrounding text.
   */
  align: 'left' | 'center' | 'right'
  pickable: boolean
  /**
   * Reason that it cannot become a field.
   */
  reason: string | null
}
export interface TemplateUpload {
  id: string
  object: 'template_upload'
  status: 'running' | 'succeeded' | 'failed'
  /**
   * Last step that was reached.
   */
  step: 'waiting' | 'opening' | 'reading' | 'checking' | 'writing' | 'saving'
  template_id: string | null
  error: {
    code: string
    message: string
  } | null
}
export interface ArtworkPick {
  /**
   * Ids of text runs of one page. Several runs become the lines of one field.
   */
  runs: string[]
  label?: string
  start?: number
  /**
   * With start: the range of the value in UTF-16 offsets of the run. The rest stays as fixed text.
   */
  end?: number
}
export interface TemplateRevision {
  revision: number
  /**
   * New fills use this revision.
   */
  live: boolean
  latest: boolean
  created_at: string
  /**
   * Author, as in the audit log.
   */
  actor: string | null
  /**
   * Name of the user or key, if it has one.
   */
  actor_name: string | null
  cause:
    | (
        | 'uploaded'
        | 'copied'
        | 'read_again'
        | 'output_changed'
        | 'saved'
        | 'text_picked'
        | 'artwork_replaced'
        | 'font_arrived'
        | 'restored'
      )
    | null
  restored_revision: number | null
  changes: {
    /**
     * Labels of the first 20.
     */
    added: string[]
    /**
     * Labels of the first 20.
     */
    removed: string[]
    /**
     * Labels of the first 20.
     */
    changed: string[]
    counts: {
      added: number
      removed: number
      changed: number
    }
    inks: boolean
    papers: boolean
    text_output: boolean
  } | null
}
export interface Asset {
  id: string
  object: 'asset'
  /**
   * Name for the shop.
   */
  name: string
  /**
   * Name for customers.
   */
  label: string
  tags: string[]
  /**
   * Link to the image for screens, at most 2560 px on the longer side, valid for one hour.
   */
  url: string
  /**
   * Link to a thumbnail of at most 320 px on the longer side, valid for one hour.
   */
  thumbnail_url: string
  /**
   * In px, as printed.
   */
  width: number
  /**
   * In px, as printed.
   */
  height: number
  /**
   * Media type of url and thumbnail_url.
   */
  content_type: 'image/webp'
  /**
   * Colour of the printed image: one_bit is black and white only, gray has no colour.
   */
  color_kind: 'one_bit' | 'gray' | 'rgb' | 'cmyk'
  /**
   * The image is partly transparent.
   */
  alpha: boolean
  /**
   * Size in the print file.
   */
  size_bytes: number
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface Font {
  id: string
  object: 'font'
  /**
   * bundled: part of Platen, read-only.
   */
  source: 'team' | 'bundled'
  /**
   * Key that scenes use for the font.
   */
  key: string
  post_script_name: string
  family: string
  full_name: string | null
  bold: boolean
  italic: boolean
  format: ('ttf' | 'otf') | null
  variable: boolean | null
  glyph_count: number | null
  size_bytes: number | null
  embedding: ('installable' | 'editable' | 'print') | null
  subsetting: boolean | null
  copyright: string | null
  trademark: string | null
  license: string | null
  license_url: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string | null
  updated_at: string | null
  archived_at: string | null
}
export interface FontSpecimen {
  object: 'font_specimen'
  text: string
  /**
   * SVG path in thousandths of an em, with y pointing up. Empty if the font lacks a character of the text.
   */
  path: string
  width: number
  ascender: number
  descender: number
}
export interface Profile {
  id: string
  object: 'profile'
  /**
   * bundled: part of Platen, read-only.
   */
  source: 'team' | 'bundled'
  /**
   * Used if an upload with output=pdfx4 names no profile.
   */
  default: boolean
  /**
   * Name of the printing condition.
   */
  name: string
  /**
   * Identifier of the printing condition in the registry of the ICC, or Custom.
   */
  condition: string
  description: string | null
  version: string | null
  sha256: string
  size_bytes: number
  metadata: {
    [k: string]: string
  }
  created_at: string | null
  updated_at: string | null
  archived_at: string | null
}
export interface BrandColor {
  id: string
  object: 'brand_color'
  name: string
  cmyk: [number, number, number, number] | null
  lab: [number, number, number] | null
  /**
   * The colour on screens, as previews convert it.
   */
  hex: string
  created_at: string
  updated_at: string
}
export interface SelectionSet {
  id: string
  object: 'selection_set'
  name: string
  options: {
    value: string
    label: string
    disabled: boolean
    asset_id: string | null
  }[]
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface Render {
  id: string
  render_id: string
  generation_id: string
  object: 'render'
  template_id: string
  template_title: string
  project_name: string
  scene_revision: number
  fill_id: string | null
  customer_email: string | null
  external_order_id: string | null
  external_cart_id: string | null
  quantity: number | null
  /**
   * In lists of final renders: status of the order.
   */
  order_status?: 'active' | 'canceled'
  kind: 'final' | 'proof' | 'preview'
  status: 'queued' | 'succeeded' | 'failed' | 'canceled'
  signed_url: string | null
  preflight_status: 'pass' | 'warn' | 'fail' | 'pending'
  /**
   * JSON text.
   */
  preflight_notes: string
  page_count: number
  size_bytes: number
  content_sha256: string | null
  /**
   * Beta. Inks of the print file: the customer's choice, or the template's own inks. After a correction, the corrected ones.
   */
  inks?: PrintedInk[]
  /**
   * Beta. Paper of the order: the chosen one, or the template's first. Null if the template names none.
   */
  paper?: {
    key: string
    name: string
    hex: string
  } | null
  output: ('pdf' | 'pdfx4') | null
  attempt_count: number
  error_code: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  completed_at: string | null
}
export interface PrintedInk {
  index: number
  key: string
  name: string
  /**
   * Colour on screens, #rrggbb.
   */
  hex: string
  /**
   * Fields that print in this ink.
   */
  field_ids: string[]
}
/**
 * Beta. A customer's own image.
 */
export interface OwnPictureValue {
  picture: string
  /**
   * Printed part in thousandths of the upright image after turning, from its top left corner. Default: all of it.
   */
  crop?: {
    x: number
    y: number
    width: number
    height: number
  }
  turn?: 0 | 90 | 180 | 270
}
export interface Export {
  object: 'export'
  jobs: number
  /**
   * Total size of the print files.
   */
  pdf_bytes: number
  download_url: string | null
  expires_at: string
  /**
   * Requested ids without a print file.
   */
  skipped: {
    id: string
    reason: 'not_found' | 'not_finalized' | 'not_ready' | 'erased'
  }[]
}
export interface PreflightReport {
  object: 'preflight_report'
  title: string
  /**
   * Name of the preflight profile, in the language of the request.
   */
  profile: string
  preflight_status: 'pass' | 'warn' | 'fail' | 'pending'
  counts: {
    fail: number
    warn: number
    info: number
  }
  entries: {
    /**
     * Number in the image of the page.
     */
    number: number
    severity: 'info' | 'warn' | 'fail'
    code: string
    title: string
    message: string
    page: number | null
    bbox: [number, number, number, number] | null
    place_mm: {
      left: number
      top: number
      width: number
      height: number
    } | null
    /**
     * Known positions of the objects on the page.
     *
     * Items: Position as fractions of the displayed page, from its top left corner.
     */
    marks: {
      page: number
      left: number
      top: number
      width: number
      height: number
    }[]
    count: number
    field_id: string | null
    ink: string | null
    found: (string | number) | null
    expected: (string | number) | null
    ref: string | null
    /**
     * In the report of a render: true for findings of its template.
     */
    inherited: boolean
  }[]
  ink: {
    dpi: number
    pages: {
      page: number
      plates: {
        name: string
        coverage_pct: number
        max_pct: number
      }[]
      tac_process_pct: number
      tac_all_pct: number
    }[]
  } | null
  /**
   * The report as plain text, in lines of at most 78 characters.
   */
  text: string
}
export interface PrintedPlate {
  name: string
  kind: 'process' | 'spot' | 'technical'
  screen_color: string
  /**
   * Average coverage of the trim area.
   */
  coverage_pct: number
  /**
   * Maximum coverage of a pixel.
   */
  max_pct: number
}
/**
 * Counts stop at 1000.
 */
export interface Production {
  approved: number
  to_print: number
  printing: number
  held: number
  failed: number
  printed: number
}
export interface Fill {
  id: string
  object: 'fill'
  template_id: string
  template_title: string
  template_slug: string
  scene_revision: number
  status: 'open' | 'finalized' | 'expired'
  status_reason: ('refunded' | 'canceled' | 'ttl' | 'session_expired' | 'manual') | null
  source: 'hosted' | 'embed' | 'api'
  /**
   * Beta. A customer has neither approved nor ordered it.
   */
  draft: boolean
  /**
   * Beta. Follows from approval, print file and what staff set. An approved fill waits for its print file; with it the fill is to_print.
   */
  production_status: 'draft' | 'approved' | 'to_print' | 'printing' | 'done' | 'held' | 'failed' | 'canceled'
  held_reason: ('staff' | 'review') | null
  /**
   * Beta. When the customer completed the fill, or staff approved it, last. What was approved is what the fill holds, shows and prints until the customer approves a change.
   */
  approved_at: string | null
  /**
   * Beta. Since when the customer has been changing the approved fill; null without such a change. It replaces the approved content when the customer approves it, and never after the fill is finalized. Only replies to the session of the customer have its values.
   */
  changing_since: string | null
  /**
   * Beta. When the fill was last set to done.
   */
  printed_at: string | null
  notes: string | null
  assignee: string | null
  values: {
    [k: string]: string | OwnPictureValue
  }
  colors:
    | {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
    | null
  assignments: {
    [k: string]: number
  }
  substrate: {
    key: string
    name: string
    hex: string
  } | null
  external_order_id: string | null
  external_cart_id: string | null
  external_product_id: string | null
  external_variant_id: string | null
  line_ref: string | null
  quantity: number
  /**
   * Beta. How many of the quantity were refunded after the print file was created.
   */
  refunded_quantity: number
  due_at: string | null
  customer_email: string | null
  customer_name: string | null
  embed_session_id: string | null
  last_render_id: string | null
  review: FillReview
  preview_url: string | null
  /**
   * Beta. Link to a PDF of the design as previews show it, with the same expiry as preview_url. Null if nothing can be drawn.
   */
  proof_url: string | null
  metadata: {
    [k: string]: string
  }
  expires_at: string | null
  created_at: string
  updated_at: string
  finalized_at: string | null
  expired_at: string | null
  erased_at: string | null
  /**
   * Beta. Inks of the print file: the customer's choice, or the template's own inks. After a correction, the corrected ones.
   */
  inks: PrintedInk[]
  /**
   * Beta. Paper of the order: the chosen one, or the template's first. Null if the template names none.
   */
  paper: {
    key: string
    name: string
    hex: string
  } | null
  /**
   * The values fit their fields and can be printed.
   */
  printable: boolean
  problems: FillProblem[]
}
export interface FillReview {
  /**
   * Beta. `requested` waits for the decision of staff, and nothing of it is printed before it is `approved`. `none` needs no review; `withdrawn` was refunded, canceled or erased before the decision.
   */
  status: 'none' | 'requested' | 'approved' | 'refused' | 'withdrawn'
  /**
   * The reason that staff gave for a refusal.
   */
  reason: string | null
  decided_at: string | null
}
export interface FillProblem {
  code:
    | 'text_does_not_fit'
    | 'glyph_missing'
    | 'required_value_missing'
    | 'asset_not_found'
    | 'forbidden_word'
    | 'picture_too_small'
  message: string
  field_id: string
  page: number | null
  found: string | number
  expected: string | number
}
export interface OwnPicture {
  /**
   * Value of the field.
   */
  id: string
  object: 'picture'
  /**
   * Id of the field that it is for.
   */
  field: string
  kind: string
  /**
   * In px, upright.
   */
  width: number
  /**
   * In px, upright.
   */
  height: number
  /**
   * Size of the upload.
   */
  bytes: number
  /**
   * Link to a JPEG or WebP for screens, upright and without metadata, valid for one hour.
   */
  preview_url: string
  expires_at: string | null
}
export interface Batch {
  id: string
  object: 'batch'
  kind: 'renders' | 'previews' | 'preview_refresh'
  result: 'renders' | 'merged'
  status: 'queued' | 'processing' | 'completed' | 'canceled'
  template_id: string | null
  scene_revision: number | null
  /**
   * The batch whose failed records this one prints.
   */
  retry_of: string | null
  total: number
  succeeded: number
  failed: number
  skipped: number
  metadata: {
    [k: string]: string
  }
  result_url: string | null
  size_bytes: number | null
  output: ('pdf' | 'pdfx4') | null
  created_at: string
  started_at: string | null
  completed_at: string | null
  canceled_at: string | null
}
export interface CsvCheck {
  /**
   * The requested or detected encoding. Send it again to create the batch.
   */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  columns: {
    name: string
    /**
     * Unknown, ambiguous and duplicate columns are rejected when the batch is created.
     */
    meaning: 'field' | 'reference' | 'ignored' | 'unknown' | 'ambiguous' | 'duplicate'
    field_id: string | null
    label: string | null
    reference: string | null
    /**
     * Suggested field for an unknown column.
     */
    suggestion: string | null
    /**
     * Its value in the first row, at most 100 characters.
     */
    sample: string | null
  }[]
  rows: number
  ready: number
  faulty: number
  /**
   * Rows that were laid out. For the other rows only the values were checked.
   */
  rows_set: number
  /**
   * The first 200. A row can have several.
   */
  errors: RowError[]
  /**
   * The first 200. Cells that look like formulas. They print as text.
   */
  formulas: {
    /**
     * Line of the file, counted from 1.
     */
    row: number
    column: string
    text: string
  }[]
  formula_count: number
  /**
   * Fields for which some rows have no value.
   */
  missing: {
    field_id: string
    label: string
    has_column: boolean
    /**
     * Rows without a value for the field.
     */
    rows: number
    /**
     * Of the first 20 of them. Empty without a column.
     *
     * Items: Line of the file, counted from 1.
     */
    lines: number[]
    /**
     * As chosen in `missing_values`.
     */
    prints: 'empty' | 'default'
  }[]
  first_row: {
    values: {
      [k: string]: string
    }
  } | null
}
export interface RowError {
  /**
   * Line of the file, counted from 1.
   */
  row: number
  code: string
  message: string
  param: string | null
  found: (number | string) | null
  expected: (number | string) | null
}
export interface BatchWithItems {
  id: string
  object: 'batch'
  kind: 'renders' | 'previews' | 'preview_refresh'
  result: 'renders' | 'merged'
  status: 'queued' | 'processing' | 'completed' | 'canceled'
  template_id: string | null
  scene_revision: number | null
  /**
   * The batch whose failed records this one prints.
   */
  retry_of: string | null
  total: number
  succeeded: number
  failed: number
  skipped: number
  metadata: {
    [k: string]: string
  }
  result_url: string | null
  size_bytes: number | null
  output: ('pdf' | 'pdfx4') | null
  created_at: string
  started_at: string | null
  completed_at: string | null
  canceled_at: string | null
  /**
   * Columns of the CSV; null for a batch without one. Skipped columns have no field and no reference.
   */
  columns: BatchColumn[] | null
  /**
   * The first 100. List batch items for the others.
   */
  items: BatchItem[]
  items_has_more: boolean
  minItems?: 0
}
export interface BatchColumn {
  name: string
  field_id: string | null
  reference: string | null
}
export interface BatchItem {
  object: 'batch_item'
  /**
   * Counted from 0, in the order of the request.
   */
  index: number
  row: number | null
  external_ref: string | null
  status: 'pending' | 'succeeded' | 'failed' | 'skipped'
  render_id: string | null
  error: {
    code: string
    message: string
    param: string | null
    details: {
      [k: string]: unknown
    }[]
  } | null
  quantity: number | null
  /**
   * Of a failed record, to correct it; null for others.
   */
  values: {
    [k: string]: string
  } | null
  /**
   * Of a failed record from a CSV: its row, in the columns of the batch.
   */
  cells: string[] | null
  /**
   * The batch in which the failed record was retried.
   */
  retry_batch_id: string | null
  preflight_status: ('pass' | 'warn' | 'fail' | 'pending') | null
}
export interface ProductMapping {
  id: string
  object: 'product_mapping'
  external_product_id: string
  external_variant_id: string | null
  template_id: string
  template_title: string
  template_status: 'draft' | 'paused' | 'live' | 'archived'
  embed_application_id: string | null
  options: ProductMappingOptions
  status: 'active' | 'archived'
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface ProductMappingOptions {
  default_values: {
    [k: string]: string
  }
  locked_field_ids: string[]
  colors:
    | {
        index: number
        key: string
        name: string
        hex: string
        /**
         * Beta. Makes the ink an RGB colour: red, green and blue in sRGB, each 0 to 255. The press separates it. Only in templates that allow RGB (`allow_rgb` of the scene).
         */
        rgb?: number[]
        /**
         * Beta. Makes the ink a process mix: per cent of cyan, magenta, yellow and black, each 0 to 100. Fields print on these plates at these tints, and on no plate of the name of the ink. All 0 is paper: fields knock out what lies below.
         */
        cmyk?: number[]
        /**
         * Beta. Of a spot colour its measured colour, where it is known: L* (0 to 100), a* and b* (-128 to 127) under D50. Previews and swatches show it instead of `hex` and of the definition in the artwork.
         */
        lab?: number[]
        /**
         * Beta. Makes the ink a tint of the black plate alone, instead of `cmyk`: per cent, 0 to 100. 100 is solid black.
         */
        gray?: number
      }[]
    | null
}
export interface ResolvedProduct {
  resolved: true
  product_mapping: {
    id: string
    external_product_id: string
    external_variant_id: string | null
  }
  template: {
    id: string
    title: string
    status: 'draft' | 'paused' | 'live' | 'archived'
    slug: string
    page_count: number
    preview_url: string | null
  }
  personalizable: true
}
export interface EmbedApplication {
  id: string
  object: 'embed_application'
  name: string
  allowed_origins: string[]
  /**
   * Allows server-to-server requests without an Origin.
   */
  allow_no_origin: boolean
  publishable_key_prefix: string | null
  publishable_key_last4: string | null
  session_ttl_seconds: number
  status: 'active' | 'archived'
  accent_color: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
  archived_at: string | null
}
export interface EmbedApplicationCheck {
  name: 'shop' | 'key' | 'origin' | 'product' | 'template' | 'editor'
  status: 'passed' | 'failed' | 'skipped'
  code:
    | (
        | 'application_archived'
        | 'key_missing'
        | 'key_invalid'
        | 'key_of_other_team'
        | 'key_of_other_shop'
        | 'origin_invalid'
        | 'origin_not_allowed'
        | 'mapping_not_found'
        | 'template_not_live'
        | 'guest_limit_reached'
      )
    | null
  message: string | null
}
export interface EmbedSession {
  id: string
  object: 'embed_session'
  status: 'active' | 'completed' | 'canceled' | 'expired'
  source: 'server' | 'guest' | 'hosted'
  embed_application_id: string | null
  template_id: string
  product_mapping_id: string | null
  fill_id: string | null
  origin: string | null
  external_product_id: string | null
  external_variant_id: string | null
  external_cart_id: string | null
  customer_email: string | null
  customer_name: string | null
  metadata: {
    [k: string]: string
  }
  expires_at: string
  created_at: string
  updated_at: string
  completed_at: string | null
  canceled_at: string | null
}
export interface OpenedEmbedSession {
  embed_session: EmbedSession
  /**
   * Returned only in this response.
   */
  client_secret: string
  template: FilledTemplate
  values: {
    [k: string]: string
  }
  options: ProductMappingOptions
  expires_at: string
}
export interface FilledTemplate {
  id: string
  title: string
  fields: Field[]
  scene_summary: SceneSummary
}
export interface EmbedSessionState {
  id: string
  status: 'active' | 'completed' | 'canceled' | 'expired'
  expires_at: string
}
export interface WebhookEndpoint {
  id: string
  object: 'webhook_endpoint'
  url: string
  description: string
  enabled_events: (
    | '*'
    | 'render.succeeded'
    | 'render.queued'
    | 'render.failed'
    | 'render.canceled'
    | 'batch.completed'
    | 'fill.created'
    | 'fill.updated'
    | 'fill.completed'
    | 'fill.finalized'
    | 'fill.expired'
    | 'fill.review_requested'
    | 'fill.approved'
    | 'fill.refused'
    | 'template.published'
    | 'template.archived'
    | 'embed_session.completed'
    | 'embed_session.expired'
    | 'webhook_endpoint.disabled'
    | 'hot_folder_delivery.held'
    | 'hot_folder_delivery.exhausted'
    | 'ping'
  )[]
  payload_style: 'full' | 'thin'
  include_pii: boolean
  status: 'enabled' | 'disabled'
  disabled_reason: ('manual' | 'failing' | 'gone') | null
  secret_prefix: string
  secret_rotated_at: string | null
  previous_secret_expires_at: string | null
  failing_since: string | null
  last_success_at: string | null
  metadata: {
    [k: string]: string
  }
  created_at: string
  updated_at: string
}
export interface WebhookDelivery {
  id: string
  object: 'webhook_delivery'
  webhook_endpoint_id: string
  event_id: string
  event_type:
    | 'render.succeeded'
    | 'render.queued'
    | 'render.failed'
    | 'render.canceled'
    | 'batch.completed'
    | 'fill.created'
    | 'fill.updated'
    | 'fill.completed'
    | 'fill.finalized'
    | 'fill.expired'
    | 'fill.review_requested'
    | 'fill.approved'
    | 'fill.refused'
    | 'template.published'
    | 'template.archived'
    | 'embed_session.completed'
    | 'embed_session.expired'
    | 'webhook_endpoint.disabled'
    | 'hot_folder_delivery.held'
    | 'hot_folder_delivery.exhausted'
    | 'ping'
  attempt_number: number
  trigger: 'auto' | 'manual'
  /**
   * failed: another attempt follows. exhausted: no attempts are left. skipped: never sent.
   */
  outcome: 'pending' | 'failed' | 'succeeded' | 'exhausted' | 'skipped'
  skip_reason: string | null
  /**
   * The exact payload that is sent and signed.
   */
  payload: string
  /**
   * The parsed payload.
   */
  payload_json: {
    [k: string]: unknown
  }
  url: string
  request_headers: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^(.*)$".
     */
    [k: string]: string
  }
  response_status: number | null
  response_headers: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^(.*)$".
     */
    [k: string]: string
  }
  response_body: string | null
  error_code: string | null
  duration_ms: number | null
  scheduled_at: string
  attempted_at: string | null
  next_attempt_at: string | null
  created_at: string
}
export interface Event {
  id: string
  object: 'event'
  type:
    | 'render.succeeded'
    | 'render.queued'
    | 'render.failed'
    | 'render.canceled'
    | 'batch.completed'
    | 'fill.created'
    | 'fill.updated'
    | 'fill.completed'
    | 'fill.finalized'
    | 'fill.expired'
    | 'fill.review_requested'
    | 'fill.approved'
    | 'fill.refused'
    | 'template.published'
    | 'template.archived'
    | 'embed_session.completed'
    | 'embed_session.expired'
    | 'webhook_endpoint.disabled'
    | 'hot_folder_delivery.held'
    | 'hot_folder_delivery.exhausted'
    | 'ping'
  object_id: string
  api_version: string
  data: {
    object: {
      /**
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^(.*)$".
       */
      [k: string]: unknown
    }
    previous: {
      /**
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^(.*)$".
       */
      [k: string]: unknown
    }
  }
  created_at: string
}
export interface HotFolder {
  id: string
  object: 'hot_folder'
  name: string
  template_id: string | null
  /**
   * Path below HOT_FOLDERS, or address of a folder on an SFTP server.
   */
  folder: string
  name_pattern: string
  hold_on_fail: boolean
  output: ('pdf' | 'pdfx4') | null
  convert: 'cmyk' | null
  status: 'enabled' | 'disabled'
  metadata: {
    [k: string]: string
  }
  host_key: string | null
  login: ('password' | 'key') | null
  public_key: string | null
  created_at: string
  updated_at: string
}
export interface HotFolderDelivery {
  id: string
  object: 'hot_folder_delivery'
  hot_folder_id: string
  render_id: string
  /**
   * Attempt of the render. A corrected render is delivered again.
   */
  render_attempt: number
  /**
   * withdraw: the order was refunded or canceled. erase: the data was erased.
   */
  action: 'deliver' | 'withdraw' | 'erase'
  attempt_number: number
  trigger: 'auto' | 'manual'
  /**
   * held: preflight failed, or the file does not have the output of the hot folder; the delivery must be released. failed: another attempt follows.
   */
  outcome: 'pending' | 'held' | 'failed' | 'succeeded' | 'exhausted' | 'skipped'
  skip_reason:
    ('hot_folder_disabled' | 'superseded' | 'withdrawn' | 'erased' | 'already_taken' | 'not_delivered') | null
  folder: string
  file_name: string | null
  ticket_name: string | null
  file_status: ('placed' | 'taken' | 'withdrawn' | 'erased') | null
  earlier_file: ('withdrawn' | 'already_taken') | null
  content_sha256: string
  size_bytes: number
  error_code:
    | (
        | 'folder_missing'
        | 'not_a_folder'
        | 'no_permission'
        | 'read_only'
        | 'disk_full'
        | 'folder_unreachable'
        | 'name_refused'
        | 'print_file_unreadable'
        | 'folder_failed'
        | 'host_not_found'
        | 'host_not_allowed'
        | 'host_key_unconfirmed'
        | 'host_key_changed'
        | 'login_missing'
        | 'login_refused'
        | 'sftp_unavailable'
        | 'server_unreachable'
      )
    | null
  error_message: string | null
  scheduled_at: string
  attempted_at: string | null
  next_attempt_at: string | null
  created_at: string
}
export interface StorefrontOrder {
  id: string
  object: 'storefront_order'
  adapter: string
  shop: string
  /**
   * Id on the platform.
   */
  order_id: string
  /**
   * External order id of its fills.
   */
  external_order_id: string
  name: string | null
  canceled_at: string | null
  due_at: string | null
  lines: StorefrontLine[]
  created_at: string
  updated_at: string
}
export interface StorefrontLine {
  id: string
  object: 'storefront_line'
  external_line_id: string
  fill_id: string | null
  printed_fill_id: string | null
  external_product_id: string
  external_variant_id: string | null
  quantity: number
  state: 'attached' | 'finalizing' | 'finalized' | 'fulfilled' | 'withdrawn' | 'failed' | 'held'
  reason: string | null
  message: string | null
  render_id: string | null
  render_status: string | null
  /**
   * Failed attempts since the last success.
   */
  attempts: number
  next_attempt_at: string | null
  created_at: string
  updated_at: string
}
export interface StorefrontHook {
  id: string
  object: 'storefront_hook'
  adapter: string
  shop: string
  /**
   * Id on the platform.
   */
  topic: string
  external_hook_id: string | null
  /**
   * `pending` until it is processed, `failed` if it cannot be parsed.
   */
  state: 'pending' | 'done' | 'failed'
  error: string | null
  attempts: number
  /**
   * The content is still stored and can be processed again.
   */
  retryable: boolean
  next_attempt_at: string | null
  received_at: string
}
export interface ApiKey {
  id: string
  object: 'api_key'
  type: 'secret' | 'restricted' | 'publishable'
  name: string
  scopes: string[]
  /**
   * First characters of the key.
   */
  prefix: string
  /**
   * Last characters of the key.
   */
  last4: string
  status: 'active' | 'expired' | 'revoked'
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}
export interface ApiRequest {
  /**
   * The `X-Request-Id` of the response.
   */
  id: string
  object: 'api_request'
  method: string
  /**
   * Without the query.
   */
  path: string
  status: number
  error_code: string | null
  duration_ms: number
  created_at: string
}
export interface Connection {
  object: 'connection'
  key_type: ('secret' | 'restricted') | null
  /**
   * What the calling key may do, including read scopes implied by write scopes.
   */
  scopes: string[]
  publishable_key: {
    status: 'valid' | 'invalid' | 'other_team' | 'application_archived'
    application: {
      id: string
      name: string
    } | null
    origin_allowed: boolean | null
    allowed_origins: string[]
  } | null
}
export interface Usage {
  /**
   * Year and month in UTC.
   */
  month: string
  used: number
  limit: number | null
  resets_at: string
  /**
   * Fills that wait for review.
   */
  in_review: number
  /**
   * Stored images of customers, now. Designs that share an image count it each.
   */
  pictures: {
    /**
     * As they are printed.
     */
    original_bytes: number
    /**
     * For printing in one ink.
     */
    working_bytes: number
    /**
     * For screens.
     */
    preview_bytes: number
  }
}
export interface Branding {
  display_name: string | null
  logo_asset_id: string | null
  logo_url: string | null
  contact: string | null
  accent_color: string | null
  closing: string | null
  terms_url: string | null
  privacy_url: string | null
}
export interface TeamSettings {
  /**
   * Which finalized fills wait for approval before anything of them is printed: none, those with an image of the customer, or all.
   */
  review: 'none' | 'pictures' | 'all'
  /**
   * Words that customers' texts may not have, by language tag. At most 5000 words, each of at most 100 characters.
   */
  forbidden_words: {
    [k: string]: string[]
  }
  /**
   * `word` tells customers which word is refused, `vague` only that the text is.
   */
  forbidden_word_reply: 'word' | 'vague'
  /**
   * Id of the output profile of new templates, as PDF/X-4. Null for plain PDF.
   */
  default_output_profile: string | null
  /**
   * Languages of hosted pages; the first is for customers who prefer none of them. Empty for all languages.
   */
  customer_languages: ('en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pl' | 'pt' | 'ja' | 'ar')[]
  /**
   * What order numbers begin with. A design that is approved on a hosted page then gets the next number as its external_order_id, and so does a fill made or finalized with `assign_order_number`. Null gives no numbers.
   */
  order_prefix: string | null
  /**
   * The number of the next order. It can only be raised.
   */
  next_order_number: number
  /**
   * Who gets an e-mail when a customer approves a design: `none`, owners, or owners and editors. It needs SMTP_URL.
   */
  approval_mail: 'none' | 'owners' | 'editors'
}
export interface AuditEvent {
  id: string
  object: 'audit_event'
  /**
   * Id of a key or console user, `cli` or `system`.
   */
  actor: string
  actor_name: string | null
  action:
    | 'key.created'
    | 'key.rotated'
    | 'key.revoked'
    | 'template.published'
    | 'template.paused'
    | 'template.archived'
    | 'template.restored'
    | 'template.changed'
    | 'template.copied'
    | 'template.artwork_replaced'
    | 'scene.saved'
    | 'render.retried'
    | 'application.created'
    | 'application.changed'
    | 'application.archived'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.changed'
    | 'webhook_endpoint.disabled'
    | 'asset.created'
    | 'asset.changed'
    | 'asset.archived'
    | 'asset.restored'
    | 'font.created'
    | 'font.changed'
    | 'font.archived'
    | 'font.restored'
    | 'profile.created'
    | 'profile.changed'
    | 'profile.archived'
    | 'profile.restored'
    | 'brand_color.created'
    | 'brand_color.changed'
    | 'brand_color.removed'
    | 'selection_set.created'
    | 'selection_set.changed'
    | 'selection_set.archived'
    | 'hot_folder.created'
    | 'hot_folder.changed'
    | 'hot_folder.disabled'
    | 'hot_folder.folder_created'
    | 'hot_folder_delivery.released'
    | 'storefront_line.retried'
    | 'storefront_line.released'
    | 'storefront_hook.retried'
    | 'fill.finalized'
    | 'fill.status'
    | 'fill.erased'
    | 'fill.reviewed'
    | 'retention.erased'
    | 'team.changed'
    | 'user.invited'
    | 'user.linked'
    | 'user.joined'
    | 'user.changed'
    | 'user.signed_in'
    | 'user.signed_out'
    | 'user.passkey_added'
    | 'user.passkey_removed'
    | 'user.passkeys_removed'
  object_id: string
  details: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^(.*)$".
     */
    [k: string]: unknown
  }
  request_id: string | null
  created_at: string
}
export interface ConsoleSession {
  object: 'console_session'
  user: User
  team: {
    id: string
    name: string
  }
  /**
   * Permissions of the role. Owners can also use the operations for secret keys.
   */
  scopes: string[]
  expires_at: string
}
export interface User {
  id: string
  object: 'user'
  email: string
  /**
   * Empty until the invitation is accepted, unless it was set in the invitation.
   */
  name: string
  role: 'owner' | 'editor' | 'viewer'
  status: 'invited' | 'active' | 'disabled'
  language: ('en' | 'de') | null
  signed_in_at: string | null
  /**
   * Number of passkeys of the user.
   */
  passkeys: number
  created_at: string
  updated_at: string
}
export interface ConsoleSignIn {
  id: string
  object: 'console_sign_in'
  /**
   * The session of this request.
   */
  current: boolean
  browser: string | null
  system: string | null
  user_agent: string | null
  address: string | null
  created_at: string
  last_used_at: string
  expires_at: string
}
export interface Passkey {
  id: string
  object: 'passkey'
  name: string
  created_at: string
  last_used_at: string | null
}
