import relativeLinks from "markdownlint-rule-relative-links";

export default {
    config: {
        default: false,
        "line-length": { line_length: 120, strict: true, tables: false, code_blocks: false },
        "link-fragments": true,
        "reference-links-images": true,
        "relative-links": true,
    },
    customRules: [relativeLinks],
};
