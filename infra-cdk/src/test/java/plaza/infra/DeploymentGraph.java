package plaza.infra;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What each resource of a stack and its nested stacks waits for during a deployment.
///
/// CloudFormation starts a resource when those are complete that it names in `DependsOn`, or refers
/// to. The resources of a nested stack start when the nested stack starts, and the nested stack is
/// complete when they are.
///
/// @param types the type of each resource by its id in the merged template
/// @param waitsFor the resources that each one waits for directly
record DeploymentGraph(Map<String, String> types, Map<String, Set<String>> waitsFor) {
    private static final String NESTED = "AWS::CloudFormation::Stack";

    static DeploymentGraph of(Template template) {
        return of(template, true);
    }

    /// The order that references require, as if the stack did not limit how many functions are
    /// deployed at once.
    static DeploymentGraph withoutDependsOn(Template template) {
        return of(template, false);
    }

    private static DeploymentGraph of(Template template, boolean dependsOn) {
        var resources = template.resources();
        var types = new TreeMap<String, String>();
        var waitsFor = new TreeMap<String, Set<String>>();
        resources.forEach((id, resource) -> {
            types.put(id, resource.get("Type").asText());
            var found = new TreeSet<String>();
            references(resource, found);
            if (dependsOn) {
                found.add(resource.path("DependsOn").asText());
                found.addAll(Template.texts(resource.path("DependsOn")));
            }
            found.retainAll(resources.keySet());
            found.remove(id);
            waitsFor.put(id, found);
        });
        resources.forEach((id, resource) -> {
            if (requireNonNull(types.get(id)).equals(NESTED)) {
                var prefix = Template.name(resource).replace(".NestedStack", "") + ".";
                var before = Set.copyOf(waitsFor.get(id));
                for (var inner : resources.keySet()) {
                    if (inner.startsWith(prefix)) {
                        requireNonNull(waitsFor.get(inner)).addAll(before);
                        requireNonNull(waitsFor.get(id)).add(inner);
                    }
                }
            }
        });
        return new DeploymentGraph(types, waitsFor);
    }

    private static void references(JsonNode node, Set<String> found) {
        for (var entry : node.properties()) {
            switch (entry.getKey()) {
                case "Ref" -> found.add(entry.getValue().asText());
                case "Fn::GetAtt" -> found.add(entry.getValue().path(0).asText());
                default -> references(entry.getValue(), found);
            }
        }
        if (node.isArray()) {
            node.forEach(element -> references(element, found));
        }
    }

    /// The same resources in a deletion, which takes the reverse order.
    DeploymentGraph reversed() {
        var reversed = new TreeMap<String, Set<String>>();
        types.keySet().forEach(id -> reversed.put(id, new TreeSet<>()));
        waitsFor.forEach((id, others) ->
                others.forEach(other -> requireNonNull(reversed.get(other)).add(id)));
        return new DeploymentGraph(types, reversed);
    }

    List<String> ofType(String type) {
        return types.entrySet().stream()
                .filter(entry -> entry.getValue().equals(type))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// All resources that one waits for, directly or not.
    Set<String> allBefore(String id) {
        var all = new HashSet<String>();
        var open = new ArrayList<>(List.of(id));
        while (!open.isEmpty()) {
            for (var other : requireNonNull(waitsFor.get(open.removeLast()))) {
                if (all.add(other)) {
                    open.add(other);
                }
            }
        }
        return all;
    }

    /// How many of some resources can be under way at a time, however long each of them takes: the
    /// largest set of which none waits for another one. By Dilworth's theorem that is the smallest
    /// number of chains that cover them, which a maximum matching in a bipartite graph finds.
    int atOnceMax(List<String> resources) {
        var before = new HashMap<String, Set<String>>();
        for (var id : resources) {
            var others = allBefore(id);
            others.retainAll(Set.copyOf(resources));
            before.put(id, others);
        }
        var followerOf = new HashMap<String, String>();
        var chains = 0;
        for (var id : resources) {
            chains += follows(id, before, followerOf, new HashSet<>()) ? 0 : 1;
        }
        return chains;
    }

    /// Finds a predecessor for a resource, and another one for the resource that it takes it from.
    private static boolean follows(
            String id,
            Map<String, Set<String>> before,
            Map<String, String> followerOf,
            Set<String> tried) {
        for (var other : requireNonNull(before.get(id))) {
            if (tried.add(other)) {
                var follower = followerOf.get(other);
                if (follower == null || follows(follower, before, followerOf, tried)) {
                    followerOf.put(other, id);
                    return true;
                }
            }
        }
        return false;
    }
}
