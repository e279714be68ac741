package plaza.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import software.amazon.awscdk.CfnResource;
import software.constructs.IConstruct;

/// Limits how many resources of one kind CloudFormation creates, updates or deletes at a time.
///
/// CloudFormation starts all resources at once that wait for nothing. Each resource of a sequence
/// therefore depends on the one that is some places before it, so that no more than these are under
/// way. A deletion takes the reverse order, with the same limit.
final class Turns {
    private final int atOnceMax;
    private final List<CfnResource> ends = new ArrayList<>();

    /// @param atOnceMax how many resources are under way at a time
    Turns(int atOnceMax) {
        this.atOnceMax = atOnceMax;
    }

    /// Adds the next construct with one resource.
    void add(IConstruct construct) {
        add(resource(construct));
    }

    /// Adds the next resource.
    void add(CfnResource resource) {
        add(resource, resource);
    }

    /// Adds the next resources, of which the second depends on the first.
    void add(CfnResource first, CfnResource last) {
        if (ends.size() >= atOnceMax) {
            first.addResourceDependency(ends.get(ends.size() - atOnceMax));
        }
        ends.add(last);
    }

    /// The CloudFormation resource of a construct.
    static CfnResource resource(IConstruct construct) {
        return (CfnResource) Objects.requireNonNull(construct.getNode().getDefaultChild());
    }
}
