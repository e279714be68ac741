/// What a deployment can choose: the values of the CDK context, each checked, with its default.
@NullMarked
package plaza.infra.settings;

import org.jspecify.annotations.NullMarked;
