package plaza.social.upload;

import java.util.ArrayList;
import java.util.List;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.objects.ObjectStore;
import plaza.social.image.ImageName;
import plaza.social.job.SocialWork;
import plaza.table.Write;

/// The objects of images, after the items that name them have changed. Each of these steps can be
/// repeated.
///
/// A function that stores a post does not do this itself: if it stopped between its transaction and
/// the store, a post would name an object that the store deletes after a month, or a deleted post
/// would leave its objects.
public final class StoredImages {
    private final ObjectStore objects;

    public StoredImages(ObjectStore objects) {
        this.objects = objects;
    }

    /// The work that follows when an item names other images than before.
    public static List<SocialWork> changes(List<ImageName> before, List<ImageName> after) {
        var work = new ArrayList<SocialWork>();
        var added = without(after, before);
        if (!added.isEmpty()) {
            work.add(new SocialWork.KeepImages(added));
        }
        var removed = without(before, after);
        if (!removed.isEmpty()) {
            work.add(new SocialWork.DeleteImages(removed));
        }
        return work;
    }

    /// The writes that leave this work to jobs.
    public static List<Write> jobs(List<ImageName> before, List<ImageName> after, Jobs jobs) {
        return changes(before, after).stream().map(jobs::start).toList();
    }

    private static List<ImageName> without(List<ImageName> names, List<ImageName> others) {
        return names.stream().filter(name -> !others.contains(name)).toList();
    }

    /// Ends that the objects of images are new.
    public Progress keep(SocialWork.KeepImages work) {
        work.images().forEach(name -> objects.keep(name.key()));
        return new Progress.Finished();
    }

    /// Deletes the objects of images, with the uploads from which they were copied.
    public Progress delete(SocialWork.DeleteImages work) {
        for (var name : work.images()) {
            objects.delete(name.key());
            objects.delete(name.uploadKey());
        }
        return new Progress.Finished();
    }
}
